import { expect, test } from 'vitest'
import { passwords } from './hashing.ts'

test('a password hash has better-auth’s format and verifies its own password only', async () => {
  const hash = await passwords.hash('senha-segura-1')
  expect(hash).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/)
  const given = ['senha-segura-1', 'senha-segura-2'].map((password) => passwords.verify({ hash, password }))
  expect(await Promise.all(given)).toEqual([true, false])
})
