import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

/** A folder on a disk or a network answers in milliseconds; a dead mount never does. */
const PATIENCE_MS = 10_000

/** `write` creates the folder. `rehearse` creates nothing but a file for a moment, also in the folder above a missing one. */
export type FolderUse = 'reach' | 'rehearse' | 'write'

const PROBE = 'f="$1/.prova-$$"; : > "$f" && rm -f "$f"'
const SCRIPTS: Record<FolderUse, string> = {
  reach: 'ls -d "$1" || true',
  rehearse: `while [ ! -e "$1" ]; do set -- "$(dirname "$1")"; done
    [ -d "$1" ] || { echo 'not a directory' >&2; exit 1; }
    ${PROBE}`,
  write: `umask 077; mkdir -p "$1" && ${PROBE}`,
}

/** The system's words for the usual causes, in the operator's language. */
const CAUSES: [RegExp, string][] = [
  [/permission denied|not permitted/i, 'sem permissão'],
  [/read-only/i, 'somente leitura'],
  [/not a directory|file exists/i, 'há um arquivo nesse caminho'],
  [/no space|quota/i, 'disco cheio'],
]

/**
 * The reason in one Portuguese sentence why the folder cannot be used, within 10 seconds; undefined when it can. The
 * attempt runs in a process of its own, because a call to a dead mount would hold a thread of this one forever.
 */
export async function dataFolderProblem(
  folder: string,
  use: FolderUse,
  patienceMs = PATIENCE_MS,
): Promise<string | undefined> {
  const path = resolve(folder)
  const ended = await attempt(SCRIPTS[use], path, patienceMs)
  if (ended === undefined) {
    return `a pasta de dados ${path} não responde há ${Math.round(patienceMs / 1_000)} s; confira o disco ou a rede em que ela está montada, ou use outra DATA_DIR`
  }
  if (ended.code === 0) return undefined
  const cause = CAUSES.find(([words]) => words.test(ended.said))?.[1] ?? 'erro do sistema'
  return `não foi possível escrever na pasta de dados ${path} (${cause}); confira as permissões ou use outra DATA_DIR`
}

function attempt(
  script: string,
  path: string,
  patienceMs: number,
): Promise<{ code: number | null; said: string } | undefined> {
  return new Promise((done, fail) => {
    const child = spawn('sh', ['-c', script, 'sh', path], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    const timer = setTimeout(() => {
      // Even a killed process may stay in its call to the mount, so that nothing waits for it.
      child.kill('SIGKILL')
      child.stderr.destroy()
      child.unref()
      done(undefined)
    }, patienceMs)
    child.once('error', fail)
    child.once('close', (code) => {
      clearTimeout(timer)
      done({ code, said })
    })
  })
}
