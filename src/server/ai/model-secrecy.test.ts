import { describe, expect, it } from 'vitest'
import {
  GOOGLE_KEY,
  OPENAI_KEY,
  openScene,
  PROMPT,
  PROTOCOLS,
  read,
} from '../testing/clients/model-fixture.ts'
import type { Behaviour } from '../testing/doubles/provider/behaviour.ts'

const KNOWN_FIELDS = ['alert', 'attempt', 'code', 'level', 'msg', 'provider', 'status', 'time']

const FAULTS: Behaviour[] = [
  { kind: 'status', status: 401 },
  { kind: 'status', status: 400 },
  { kind: 'error', after: 0 },
  { kind: 'error', after: 3 },
  { kind: 'cut', after: 3, how: 'fin' },
  { kind: 'malformed', after: 3, times: 4 },
]

describe.concurrent.each(PROTOCOLS)('what a failure over %s tells', (protocol) => {
  it.each(FAULTS)(
    'F1 is a code and nothing of the key, the prompt or the answer: $kind $status',
    async (fault) => {
      await using scene = await openScene(protocol)
      scene.double.setDefault(fault)
      const { error, text } = await read(scene.model)
      const lines = scene.logs.map((line): Record<string, unknown> => JSON.parse(line))

      expect(lines.length).toBeGreaterThan(0)
      for (const line of lines) expect(KNOWN_FIELDS).toEqual(expect.arrayContaining(Object.keys(line)))
      const told = [...scene.logs, String(error), JSON.stringify(error), (error as Error).stack].join('\n')
      expect((error as Error).cause).toBeUndefined()
      const secrets = [
        OPENAI_KEY,
        GOOGLE_KEY,
        'confidencial',
        PROMPT.turns[0]?.content,
        'the double',
        'Refused',
      ]
      for (const secret of [...secrets, ...(text ? [text] : [])]) expect(told).not.toContain(secret)
    },
  )
})
