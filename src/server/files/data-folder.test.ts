import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { mountDead } from '../testing/processes/dead-mount.ts'
import { SERVER_PROGRAM } from '../testing/processes/server-process.ts'
import { dataFolderProblem } from './data-folder.ts'

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'elenco-folder-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

/** The server on this data folder, until it ends. */
async function startOn(dataDir: string) {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [SERVER_PROGRAM], {
    env: { PATH, HOME, DATA_DIR: dataDir, PORT: '0' },
  })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code, said: said.trim().split('\n') }
}

test('a new data folder is made private, and a rehearsal makes none', async () => {
  const parent = await folder()
  const path = join(parent, 'a', 'b')
  expect(await dataFolderProblem(path, 'rehearse')).toBeUndefined()
  expect(existsSync(join(parent, 'a'))).toBe(false)
  expect(await dataFolderProblem(path, 'reach')).toBeUndefined()
  expect(await dataFolderProblem(path, 'write')).toBeUndefined()
  expect([statSync(path).mode & 0o777, readdirSync(path)]).toEqual([0o700, []])
})

test.each(['"; exit 7; "', '$(exit 7)', '-p', "a'b"])('a folder may be called %s', async (name) => {
  const parent = await folder()
  expect(await dataFolderProblem(join(parent, name), 'write')).toBeUndefined()
  expect(readdirSync(parent)).toEqual([name])
})

test('a data folder that cannot be written is one line at the start, also with an external database', async () => {
  const file = join(await folder(), 'arquivo')
  await writeFile(file, '')
  const refusal = `não foi possível escrever na pasta de dados ${file}/data (há um arquivo nesse caminho); confira as permissões ou use outra DATA_DIR`
  expect(await dataFolderProblem(join(file, 'data'), 'write')).toBe(refusal)
  expect(await dataFolderProblem(join(file, 'data'), 'rehearse')).toBe(refusal)
  expect(await startOn(join(file, 'data'))).toEqual({ code: 1, said: [`Elenco não iniciou: ${refusal}`] })
})

test('a data folder that hangs is one sentence in a bounded time', async (context) => {
  const dead = mountDead()
  if (!dead) return context.skip('this user may not mount')
  onTestFinished(dead.unmount)
  const refusal = /a pasta de dados .* não responde há \d+ s; confira o disco ou a rede .* DATA_DIR$/
  for (const use of ['write', 'rehearse', 'reach'] as const) {
    expect(await dataFolderProblem(join(dead.path, 'data'), use, 500)).toMatch(refusal)
  }
}, 60_000)
