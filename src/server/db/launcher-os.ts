import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Environment of child processes, without the app's variables and secrets. */
export const CHILD_ENV = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
}

/** Output of `ps`; '' when the process does not exist. */
async function ps(pid: number, columns: string[]): Promise<string> {
  const selection = columns.flatMap((column) => ['-o', `${column}=`])
  const printed = await run('ps', ['-ww', ...selection, '-p', String(pid)], { env: CHILD_ENV }).catch(
    () => undefined,
  )
  return printed?.stdout.trim() ?? ''
}

/**
 * A start mark that is unique across reused pids and reboots. Undefined when the process does not run or is a
 * zombie.
 */
export async function processStart(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') {
    const [state = 'Z', ...start] = (await ps(pid, ['state', 'lstart'])).split(/\s+/)
    return start.length === 0 || state.startsWith('Z') ? undefined : start.join(' ')
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name in parentheses may contain spaces and parentheses, so fields count from the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, ticks] = [fields[0], fields[19]]
  if (ticks === undefined || state === 'Z' || state === 'X') return undefined
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  return `${boot.trim()}/${ticks}`
}

/** Whether the pid is a PostgreSQL server on exactly this directory, by its command line. */
export async function isPostgresOn(pid: number, directory: string): Promise<boolean> {
  if (process.platform !== 'linux') return `${await ps(pid, ['command'])} `.includes(` -D ${directory} `)
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return line.split('\0').some((argument, index, all) => argument === '-D' && all[index + 1] === directory)
}
