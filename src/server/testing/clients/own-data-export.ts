import { expect } from 'vitest'
import type { TestClient } from '../test-client.ts'
import { unzip } from '../unzip.ts'

/** A user's data export, unzipped. */
export async function exported(client: TestClient) {
  const response = await client.fetch('GET', '/api/v1/me/export')
  expect(response.status).toBe(200)
  const files = await unzip(await response.bytes())
  const text = (name: string) => files.get(name)?.toString() ?? ''
  const lines = (name: string) =>
    text(name)
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  return { response, names: [...files.keys()], files, text, lines, whole: [...files.values()].join('\n') }
}
