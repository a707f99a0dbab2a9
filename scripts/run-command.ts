import { type ChildProcess, spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { constants } from 'node:os'

interface RunOptions {
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** Timeout in milliseconds, after which the command is killed and counts as failed. */
  timeoutMs?: number
  /** File for the command's output, instead of the terminal. */
  logFile?: string
}

/**
 * Runs a command and resolves to its exit code (128 + n after a signal, 127 if it can't start). Forwards
 * SIGINT and SIGTERM to the command, and exits once the command has ended.
 */
export async function runCommand(command: string, args: string[], options: RunOptions = {}): Promise<number> {
  const output = options.logFile ? openSync(options.logFile, 'a') : 'inherit'
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ['ignore', output, output],
    timeout: options.timeoutMs,
    killSignal: 'SIGKILL',
  })
  let stoppedBy: NodeJS.Signals | undefined
  const pass = (signal: NodeJS.Signals) => {
    stoppedBy = signal
    // A terminal sends Ctrl+C to the command itself, and many commands treat a second one as "now".
    if (signal === 'SIGTERM' || !process.stdin.isTTY) child.kill(signal)
  }
  process.on('SIGINT', pass)
  process.on('SIGTERM', pass)
  const code = await exitCode(child)
  process.off('SIGINT', pass)
  process.off('SIGTERM', pass)
  if (stoppedBy) process.exit(128 + constants.signals[stoppedBy])
  return code
}

function exitCode(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(127))
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL']))
  })
}
