import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import drizzle from '../drizzle.config.ts'
import { projectRoot } from './project.ts'
import { runCommand } from './run-command.ts'

const { dialect, schema, out = '', casing = 'camelCase' } = drizzle
const committed = join(projectRoot, out)
// Inside the project, because drizzle-kit resolves its output folder against the working directory.
const copy = mkdtempSync(join(projectRoot, 'node_modules', 'migrations-'))
const logFile = join(copy, 'drizzle-kit.log')

const drizzleKit = (...args: string[]) =>
  runCommand(process.execPath, [join(projectRoot, 'node_modules/drizzle-kit/bin.cjs'), ...args], {
    cwd: projectRoot,
    logFile,
  })

try {
  cpSync(committed, join(copy, 'out'), { recursive: true })
  const target = join('node_modules', basename(copy), 'out')
  const options = [`--dialect=${dialect}`, `--out=${target}`]
  const code =
    (await drizzleKit('check', ...options)) ||
    (await drizzleKit('generate', ...options, `--schema=${schema}`, `--casing=${casing}`))
  // Reads the message, because drizzle-kit also exits with 0 when it would have to ask whether a column was
  // renamed.
  const isSame = code === 0 && readFileSync(logFile, 'utf8').includes('No schema changes')
  if (isSame) console.log('migrations: they make the schema')
  else {
    console.error(readFileSync(logFile, 'utf8'))
    console.error(
      'The migrations do not make the schema: run `npm run db:generate` and commit what it writes.',
    )
  }
  process.exitCode = isSame ? 0 : 1
} finally {
  rmSync(copy, { recursive: true, force: true })
}
