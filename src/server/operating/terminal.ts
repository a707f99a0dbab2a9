import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CommandError } from './command-error.ts'

/** Input and output of a command. */
export type Terminal = {
  /** Prints a result to standard output. */
  print(line: string): void
  /** Prints a message for the operator to standard error. */
  say(line: string): void
  /** Reads a line without echo; asks twice at a keyboard. */
  askSecret(question: string): Promise<string>
}

/** The terminal of this process. A piped secret is the first line of standard input. */
export const processTerminal: Terminal = {
  print: (line) => void process.stdout.write(`${line}\n`),
  say: (line) => void process.stderr.write(`${line}\n`),
  async askSecret(question) {
    if (!process.stdin.isTTY) return readLine()
    const first = await readHidden(question)
    if ((await readHidden('Mais uma vez: ')) !== first) throw new CommandError('as senhas não coincidem')
    return first
  },
}

async function readLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line
  throw new CommandError('a senha deve vir pela entrada padrão, em uma linha')
}

async function readHidden(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  reader.once('SIGINT', () => process.exit(130))
  process.stderr.write(question)
  try {
    return await reader.question('')
  } finally {
    reader.close()
    process.stderr.write('\n')
  }
}
