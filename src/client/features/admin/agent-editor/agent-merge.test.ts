import { describe, expect, it } from 'vitest'
import { choiceOf, conflictsOf, keepTyped, mergeValues } from './agent-merge.ts'
import { NO_AGENT } from './agent-values.ts'

const base = { ...NO_AGENT, name: 'Clara', description: 'Escreve', systemPrompt: 'Você é Clara.' }

describe('two administrators and one agent', () => {
  it('what only the other changed is taken, what only I changed stays', () => {
    const mine = { ...base, name: 'Clara Nova' }
    const theirs = { ...base, systemPrompt: 'Você é a Clara.', labelIds: ['a'] }
    const clashes = conflictsOf(base, mine, theirs)
    expect(clashes).toEqual([
      { field: 'labelIds', isMine: false },
      { field: 'systemPrompt', isMine: false },
    ])
    expect(mergeValues(mine, theirs, clashes, {})).toEqual({
      ...base,
      name: 'Clara Nova',
      labelIds: ['a'],
      systemPrompt: 'Você é a Clara.',
    })
  })

  it('what both changed stays mine until I say otherwise, field by field', () => {
    const mine = { ...base, name: 'Minha', description: 'Minha' }
    const theirs = { ...base, name: 'Dela', description: 'Dela' }
    const clashes = conflictsOf(base, mine, theirs)
    expect(clashes.map((clash) => [clash.field, choiceOf(clash, {})])).toEqual([
      ['name', 'mine'],
      ['description', 'mine'],
    ])
    expect(mergeValues(mine, theirs, clashes, {})).toEqual(mine)
    expect(mergeValues(mine, theirs, clashes, { name: 'theirs' })).toEqual({ ...mine, name: 'Dela' })
  })

  it('what both changed to the same is no question', () => {
    const both = { ...base, promptRecommendations: ['Um', '', ''] }
    expect(conflictsOf(base, both, both)).toEqual([])
  })

  it('what only the other changed can be refused', () => {
    const theirs = { ...base, enableFreePlan: true }
    const clashes = conflictsOf(base, base, theirs)
    expect(mergeValues(base, theirs, clashes, { enableFreePlan: 'mine' })).toEqual(base)
  })
})

it('what is typed while a save is under way stays, and the rest becomes what was stored', () => {
  const before = { ...base, photoUrl: 'https://fora.example/a.png' }
  const stored = { ...base, photoUrl: 'https://casa.example/uploads/a.webp' }
  const typed = { ...before, description: 'Escreve muito' }
  expect(keepTyped(stored, before, typed)).toEqual({ ...stored, description: 'Escreve muito' })
})
