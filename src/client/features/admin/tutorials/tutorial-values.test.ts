import { expect, test } from 'vitest'
import { newValues, parseOrder, TypedTutorial } from './tutorial-values.ts'

test.each([
  ['', 0],
  [' 3 ', 3],
  ['-1', -1],
  ['1,5', Number.NaN],
  ['um', Number.NaN],
])('a place typed as %j is %d', (text, order) => expect(parseOrder(text)).toBe(order))

test('a new one comes last', () => {
  expect(newValues([]).order).toBe('0')
  const kept = { title: '', description: '', youtubeVideoId: '', thumbnailUrl: null, watchedCount: 0 }
  const dates = { createdAt: '', updatedAt: '' }
  expect(newValues([7, 2].map((order) => ({ ...kept, ...dates, id: String(order), order }))).order).toBe('8')
})

test('an empty form is refused field by field, and an order below the first in its own words', () => {
  const empty = { title: '', description: '', youtubeVideoId: '', order: '-1' }
  const issues = TypedTutorial.safeParse(empty).error?.issues ?? []
  const said = Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]))
  expect(said).toEqual({
    title: 'Título é obrigatório',
    description: 'Descrição é obrigatória',
    youtubeVideoId: 'ID do vídeo do YouTube é obrigatório',
    order: 'Ordem deve ser no mínimo 0',
  })
})
