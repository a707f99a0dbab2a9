import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connect } from './connect.ts'
import {
  kill,
  postmasterOf,
  query,
  start,
  startHopelessly,
  startInChild,
  temporaryDataDir,
  until,
} from './launcher-fixture.ts'
import { processStart } from './launcher-os.ts'

// Each test starts several servers, in parallel with other suites on a small machine.
vi.setConfig({ testTimeout: 180_000 })

const namesIn = (folder: string) => readdir(folder).catch((): string[] => [])

test('launcher 4 takes over from the server that a killed app left running', async () => {
  const dataDir = await temporaryDataDir()
  const app = startInChild(dataDir)
  expect(await app.outcome).toBe('ready')
  const connection = { host: join(dataDir, 'run'), port: 5432, user: 'elenco', database: 'elenco' }
  await query({ connection }, `create table note as select 'kept' as body`)
  await kill(app.child)
  const orphan = await postmasterOf(dataDir)
  expect(orphan).toBeDefined()

  const server = await start(dataDir)
  expect(await query(server, 'select body from note')).toEqual([{ body: 'kept' }])
  expect(await postmasterOf(dataDir)).not.toBe(orphan)
  expect(await processStart(orphan ?? 0)).toBeUndefined()
})

test('launcher 5 an app that just exits keeps its exit code, and its server shuts down', async () => {
  const dataDir = await temporaryDataDir()
  const app = startInChild(dataDir)
  expect(await app.outcome).toBe('ready')
  app.child.kill('SIGTERM')
  expect(await once(app.child, 'exit')).toEqual([7, null])
  await until(async () => (await postmasterOf(dataDir)) === undefined)
})

test('launcher 4 a second app on the same folder is refused, and the first goes on', async () => {
  const dataDir = await temporaryDataDir()
  const server = await start(dataDir)
  const refusal = `já está em uso por outro Elenco (processo ${process.pid})`
  await expect(start(dataDir)).rejects.toThrow(refusal)
  const other = await startInChild(dataDir).outcome
  expect(other).toMatch(/^LauncherError: /)
  expect(other).toContain(refusal)
  const line = `Elenco não iniciou: A pasta de dados ${dataDir} ${refusal}; encerre-o ou use outra DATA_DIR.`
  expect(startHopelessly(dataDir)).toEqual({ status: 1, lines: [line] })
  expect(server.isHealthy()).toBe(true)
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])

  await server.stop()
  await start(dataDir)
})

test('launcher 4 of two apps that start together one runs', async () => {
  const dataDir = await temporaryDataDir()
  const outcomes = await Promise.all([startInChild(dataDir).outcome, startInChild(dataDir).outcome])
  expect(outcomes.filter((outcome) => outcome === 'ready')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome.includes('já está em uso'))).toHaveLength(1)
})

test('launcher 4 ignores a reused pid, and a truncated pid file', async () => {
  const dataDir = await temporaryDataDir()
  const first = await start(dataDir)
  await query(first, `create table note as select 'kept' as body`)
  await first.stop()
  const stranger = spawn('sleep', ['600'], { stdio: 'ignore' })
  onTestFinished(() => kill(stranger))
  await once(stranger, 'spawn')

  for (const note of [`${stranger.pid}\n${join(dataDir, 'pg')}\n1\n5432\n${join(dataDir, 'run')}\n`, '']) {
    await writeFile(join(dataDir, 'pg', 'postmaster.pid'), note)
    const server = await start(dataDir)
    expect(await query(server, 'select body from note')).toEqual([{ body: 'kept' }])
    await server.stop()
  }
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
})

test('launcher 7 a server that exits is restarted with its data, until the app stops', async () => {
  const dataDir = await temporaryDataDir()
  const server = await start(dataDir)
  await query(server, `create table note as select 'kept' as body`)
  const end = async (signal: 'SIGINT' | 'SIGKILL') => {
    const pid = await postmasterOf(dataDir)
    expect(pid).toBeDefined()
    process.kill(pid ?? 0, signal)
    await until(() => !server.isHealthy())
    return pid
  }
  for (const signal of ['SIGKILL', 'SIGINT'] as const) {
    const pid = await end(signal)
    await until(() => server.isHealthy())
    expect(await postmasterOf(dataDir)).not.toBe(pid)
    expect(await query(server, 'select body from note')).toEqual([{ body: 'kept' }])
  }
  await end('SIGKILL')
  await server.stop()
  expect(await postmasterOf(dataDir)).toBeUndefined()
  expect(await namesIn(dataDir)).toEqual(['pg'])
})

test('launcher 6 connections cut by the server, idle or borrowed, do not end the app; the pool recovers', async () => {
  const dataDir = await temporaryDataDir()
  const server = await start(dataDir)
  const logs: string[] = []
  const log = pino({}, { write: (line: string) => logs.push(line) })
  const database = connect({ ...server.connection, ssl: false }, log)
  onTestFinished(() => database.close())
  const [idle, borrowed] = [await database.pool.connect(), await database.pool.connect()]
  idle.release()
  await server.stop()
  await until(() => logs.some((line) => line.includes('database connection lost') && line.includes('57P01')))
  await expect(borrowed.query('select 1')).rejects.toThrow()
  borrowed.release()
  await expect(database.ping()).rejects.toThrow()
  await start(dataDir)
  await database.ping()
})

test('launcher 4 leaves a server alone whose process is not visible', async () => {
  const dataDir = await temporaryDataDir()
  await mkdir(join(dataDir, 'run'), { recursive: true })
  const elsewhere = createServer().listen(join(dataDir, 'run', '.s.PGSQL.5432'))
  onTestFinished(() => void elsewhere.close())
  await once(elsewhere, 'listening')
  await expect(start(dataDir)).rejects.toThrow(/talvez em outro contêiner/)
  expect(await namesIn(join(dataDir, 'run'))).toEqual(['.s.PGSQL.5432'])
})
