import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CommandError } from './command-error.ts'

/** What a command reads from and prints to. */
export type Terminal = {
  /** A result: may be kept in a file. */
  print(line: string): void
  /** Anything else that whoever typed the command should know. */
  say(line: string): void
  /** A line that nobody sees typed; at a keyboard it is asked for twice. */
  askSecret(question: string): Promise<string>
}

/** This process's own. A secret that is piped in is the first line of what comes. */
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
