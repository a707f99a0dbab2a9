/** The embedded database cannot be used. `message` is one line in Portuguese for the operator. */
export class LauncherError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'LauncherError'
  }
}

const DISK_FULL = /No space left on device|Disk quota exceeded|ENOSPC|EDQUOT/

/**
 * The error for a full disk when `said` (a program's last line or a system code) means that; else undefined.
 */
export function noRoomIn(folder: string, said: string, cause?: unknown): LauncherError | undefined {
  if (!DISK_FULL.test(said)) return undefined
  const message = `Não há espaço em disco em ${folder}; libere espaço e inicie de novo. O que já estava salvo continua lá.`
  return new LauncherError(message, cause)
}

/** The error for an existing database that does not open; `said` is PostgreSQL's message. */
export function cannotOpen(pgDir: string, said: string, cause?: unknown): LauncherError {
  return (
    noRoomIn(pgDir, said, cause) ??
    new LauncherError(
      `O banco de dados em ${pgDir} não abriu, e nada foi apagado. O PostgreSQL diz: «${said}». Corrija a causa, restaure uma cópia da pasta ou use outra DATA_DIR.`,
      cause,
    )
  )
}
