import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { ServerProcess } from '#server/testing/processes/server-process.ts'
import { type ReadMail, readMail } from '#server/testing/read-mail.ts'

/** Mails of one kind to one address, oldest first. */
export async function mailsTo(server: ServerProcess, kind: string, email: string): Promise<ReadMail[]> {
  const outbox = join(server.dataDir, 'outbox')
  const names = await readdir(outbox).catch(() => [])
  const files = names.filter((name) => name.endsWith(`-${kind}.eml`)).sort()
  const mails = await Promise.all(
    files.map(async (name) => readMail(await readFile(join(outbox, name), 'utf8'))),
  )
  return mails.filter(({ headers }) => headers.to?.includes(email))
}

/** The action link of the `count`th mail of a kind, once it arrives. */
export async function mailedLink(
  server: ServerProcess,
  kind: string,
  email: string,
  count = 1,
): Promise<string> {
  await expect.poll(async () => (await mailsTo(server, kind, email)).length).toBeGreaterThanOrEqual(count)
  const mail = (await mailsTo(server, kind, email))[count - 1]
  const link = mail?.links.find((address) => /\/api\/auth\/|\/reset-password\?/.test(address))
  if (!link) throw new Error(`no link in ${kind}`)
  return link
}
