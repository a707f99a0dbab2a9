/** The embedded database cannot be used; `message` is one line, in Portuguese, for who starts the app. */
export class LauncherError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'LauncherError'
  }
}

const NO_ROOM = /No space left on device|Disk quota exceeded|ENOSPC|EDQUOT/

/** The failure that `said`, a program's last words or the system's code, means where it means a full disk. */
export function noRoomIn(folder: string, said: string, cause?: unknown): LauncherError | undefined {
  if (!NO_ROOM.test(said)) return undefined
  const message = `Não há espaço em disco em ${folder}; libere espaço e inicie de novo. O que já estava salvo continua lá.`
  return new LauncherError(message, cause)
}

/** The failure of a database that is there and cannot be opened; `said` are PostgreSQL's own words. */
export function cannotOpen(pgDir: string, said: string, cause?: unknown): LauncherError {
  return (
    noRoomIn(pgDir, said, cause) ??
    new LauncherError(
      `O banco de dados em ${pgDir} não abriu, e nada foi apagado. O PostgreSQL diz: «${said}». Corrija a causa, restaure uma cópia da pasta ou use outra DATA_DIR.`,
      cause,
    )
  )
}
