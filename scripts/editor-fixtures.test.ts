import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  meaningOf,
  normalizeMarkdown,
  openMarkdown,
} from '../src/client/features/documents/editor/round-trip.ts'
import { createDemoModel } from '../src/server/ai/demo.ts'
import { DEFAULT_TOKENS } from '../src/server/testing/doubles/provider/behaviour.ts'
import { TALKS } from './pictures/creator-chats.ts'
import { DOCUMENTS } from './pictures/creator-texts.ts'

async function demonstration(): Promise<string> {
  const prompt = { system: '', turns: [] }
  let text = ''
  for await (const part of createDemoModel().generate(prompt, { signal: AbortSignal.timeout(60_000) })) {
    if (part.type === 'text') text += part.text
  }
  return text
}

test('every reply of the fixtures opens in the visual editor and comes back as it was', async () => {
  const replies = [
    await demonstration(),
    DEFAULT_TOKENS.join(''),
    ...TALKS.flatMap(({ turns }) => turns.map(({ reply }) => reply)),
    ...DOCUMENTS.map(({ body }) => body),
  ]
  expect(replies.length).toBeGreaterThan(10)
  for (const reply of replies) {
    expect(openMarkdown(reply)).not.toHaveProperty('obstacle')
    expect(normalizeMarkdown(reply)).toBe(reply)
  }
}, 120_000)

test('this project’s documents either come back with their meaning, or are not opened', () => {
  const files = globSync(['*.md', 'docs/**/*.md'])
  const opened = files.filter((file) => {
    const text = readFileSync(file, 'utf8')
    if ('obstacle' in openMarkdown(text)) return false
    const normal = normalizeMarkdown(text)
    expect(meaningOf(normal)).toBe(meaningOf(text))
    expect(normalizeMarkdown(normal)).toBe(normal)
    return true
  })
  expect(opened.length).toBeGreaterThan(files.length * 0.9)
}, 120_000)
