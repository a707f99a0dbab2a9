import { expect, test } from 'vitest'
import type { HouseCollection } from '#shared/contract/collections.ts'
import { figuresByAgent, figuresOf } from './house-figures.ts'

const [IARA, BETO] = [
  { id: '1', name: 'Iara' },
  { id: '2', name: 'Beto' },
]
const collection = (size: number, agents: HouseCollection['agents']) =>
  ({ sources: size, passages: size * 10, bytes: size * 100, agents }) as HouseCollection

test('each agent has the sizes of all collections that it reads, in the order of their names', () => {
  const collections = [collection(1, [IARA, BETO]), collection(2, [IARA]), collection(4, [])]
  const [beto, iara] = [
    { ...BETO, count: 1, sources: 1, passages: 10, bytes: 100 },
    { ...IARA, count: 2, sources: 3, passages: 30, bytes: 300 },
  ]
  const unknown = { replies: undefined }
  expect(figuresByAgent(collections, undefined)).toEqual([
    { ...beto, ...unknown },
    { ...iara, ...unknown },
  ])
  // One without collections of the house cites those of the people.
  const CAIO = { id: '3', name: 'Caio' }
  const usage = [
    { ...CAIO, replies: 9 },
    { ...IARA, replies: 2 },
  ]
  expect(figuresByAgent(collections, usage)).toEqual([
    { ...beto, replies: 0 },
    { ...CAIO, count: 0, replies: 9, ...figuresOf([]) },
    { ...iara, replies: 2 },
  ])
  expect(figuresOf([])).toEqual({ sources: 0, passages: 0, bytes: 0 })
})
