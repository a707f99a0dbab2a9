import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { open, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, type TestContext, test, vi } from 'vitest'
import { messagesOf, newMessage, openAgentId, openChat } from '../testing/factories/conversation.ts'
import { createTestApp } from '../testing/test-app.ts'
import { codeOf } from './connect.ts'
import { fingerprint, query, start, temporaryDataDir } from './launcher-fixture.ts'

// Each test starts several servers, in parallel with other suites on a small machine.
vi.setConfig({ testTimeout: 180_000 })

const run = promisify(execFile)

/** A data folder on its own disk, removed after the test; skips when none can be mounted. */
async function smallDisk(skip: TestContext['skip'], megabytes: number) {
  const dataDir = await temporaryDataDir()
  const disk = dirname(dataDir)
  const mounted = await run('mount', [
    '-t',
    'tmpfs',
    '-o',
    `size=${megabytes}m,mode=700`,
    'tmpfs',
    disk,
  ]).then(
    () => true,
    () => false,
  )
  if (!mounted) skip('only an administrator of this machine can make a small disk')
  onTestFinished(async () => void (await run('umount', ['--lazy', disk])))
  const ballast = join(disk, 'ballast')
  return {
    dataDir,
    resize: (size: number) => run('mount', ['-o', `remount,size=${size}m`, disk]),
    /** Fills the disk. */
    async fill() {
      const file = await open(ballast, 'w')
      const block = Buffer.alloc(4096)
      try {
        for (;;) await file.write(block)
      } catch (error) {
        expect(codeOf(error)).toBe('ENOSPC')
      } finally {
        await file.close()
      }
    },
    free: () => rm(ballast),
  }
}

const NO_ROOM =
  /^Não há espaço em disco em .*; libere espaço e inicie de novo\. O que já estava salvo continua lá\.$/

test('launcher 1 a full disk at a first or later start: one line, no leftovers, and a start with space works', async ({
  skip,
}) => {
  const { dataDir, resize, fill, free } = await smallDisk(skip, 24)
  await expect(start(dataDir)).rejects.toThrow(NO_ROOM)
  expect(await readdir(dataDir)).toEqual([])
  await resize(128)
  const first = await start(dataDir)
  await query(first, `create table note as select 'kept' as body`)
  await first.stop()

  await fill()
  const before = await fingerprint(dataDir)
  await expect(start(dataDir)).rejects.toThrow(NO_ROOM)
  expect(await fingerprint(dataDir)).toBe(before)
  await free()
  expect(await query(await start(dataDir), 'select body from note')).toEqual([{ body: 'kept' }])
})

test('F31 a full disk at run time: sends are refused, reads work, live replies are kept until there is space', async ({
  skip,
}) => {
  const { dataDir, fill, free } = await smallDisk(skip, 160)
  const app = await createTestApp({ DATABASE_URL: '', DATA_DIR: dataDir })
  onTestFinished(() => app.close())
  const ana = await app.signUp()
  const agentId = await openAgentId(ana)
  const [chatId, liveId] = [await openChat(ana, agentId), await openChat(ana, agentId)]
  const release = Promise.withResolvers<void>()
  app.provider.script({ kind: 'hold', after: 1, until: release.promise, tokens: ['Um ', 'dois.'] })
  const live = await ana.open('POST', `/chats/${liveId}/messages`, newMessage())
  await live.until('Um ')
  // A new WAL segment, so that only the tables lack space; without WAL nothing works.
  await app.server.deps.db.execute(sql`select pg_switch_wal()`)
  await app.server.deps.db.execute(sql`update chats set updated_at = now()`)
  await fill()

  const sent = newMessage(randomBytes(12_000).toString('base64'))
  const calls = app.provider.requests.length
  const refused = await ana.post(`/chats/${chatId}/messages`, sent)
  expect(refused).toMatchObject({ status: 507, error: { code: 'UNAVAILABLE' } })
  expect(refused.error.message).toMatch(/sem espaço em disco/)
  expect(app.provider.requests).toHaveLength(calls)
  expect(await messagesOf(ana, chatId)).toEqual([])
  expect(await messagesOf(ana, liveId)).toMatchObject([{ sender: 'human' }, { status: 'running' }])
  release.resolve()
  await live.until('dois.')

  await free()
  expect((await live.rest()).at(-1)?.data.status).toBe('done')
  expect((await messagesOf(ana, liveId))[1]).toMatchObject({ status: 'done', content: 'Um dois.' })
  expect((await ana.send(chatId, sent)).at(-1)?.data.status).toBe('done')
  expect(await messagesOf(ana, chatId)).toHaveLength(2)
})
