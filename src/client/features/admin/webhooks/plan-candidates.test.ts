import { expect, test } from 'vitest'
import { planCandidates } from './plan-candidates.ts'

const planOf = (displayName: string, { isFloor = false, isArchived = false } = {}) => ({
  id: `id-of-${displayName}`,
  displayName,
  isFloor,
  isArchived,
})

const plans = [
  planOf('Gratuito', { isFloor: true }),
  planOf('Fundador', { isArchived: true }),
  planOf('Criador'),
  planOf('Big Player'),
]
const likely = (name: string | null) => planCandidates(name, plans).likely

test('what everybody has is nothing that anybody sells, and what is sold no more comes last', () => {
  const names = planCandidates('Gratuito', plans).plans.map(({ displayName }) => displayName)
  expect(names).toEqual(['Criador', 'Big Player', 'Fundador'])
  expect(likely('Plano Gratuito')).toBeUndefined()
})

test('a name that speaks of one plan points at it, whatever its case and accents', () => {
  expect(likely('Elenco CRIADOR anual')).toBe('id-of-Criador')
  expect(likely('Big-Player (12x)')).toBe('id-of-Big Player')
})

test('a name that speaks of none, of two, or only of a part of one points nowhere', () => {
  expect(likely(null)).toBeUndefined()
  expect(likely('')).toBeUndefined()
  expect(likely('Turma de novembro')).toBeUndefined()
  expect(likely('Do Criador ao Big Player')).toBeUndefined()
  expect(likely('Para criadores')).toBeUndefined()
  expect(planCandidates(null, [planOf('★')]).likely).toBeUndefined()
})
