import { describe, expect, it } from 'vitest'
import type { Tutorial } from '#shared/contract/tutorials.ts'
import { changedView, clock, firstOn, nextAfter, numbered, search } from './tutorial-order.ts'

const NOW = '2026-11-21T12:00:00.000Z'

/** Tutorials called a, b, c: `x` was watched, a number is where somebody stopped. */
const listOf = (...marks: ('x' | number)[]) =>
  numbered(
    marks.map(
      (mark, index): Tutorial => ({
        id: 'abcdef'.charAt(index),
        title: ['Começar', 'Lançamento', 'Anúncios'][index % 3] ?? '',
        description: 'Aula prática',
        youtubeVideoId: 'dQw4w9WgXcQ',
        thumbnailUrl: null,
        order: index,
        createdAt: NOW,
        updatedAt: NOW,
        view: { positionSeconds: mark === 'x' ? 0 : mark, watchedAt: mark === 'x' ? NOW : null },
      }),
    ),
  )

describe('the first tutorial', () => {
  it.each([
    [listOf(0, 0, 0), 'a'],
    [listOf('x', 0, 0), 'b'],
    [listOf(0, 0, 45), 'c'],
    [listOf('x', 'x', 'x'), 'a'],
    [listOf(), undefined],
  ])('%#', (list, id) => expect(firstOn(list)?.id).toBe(id))

  it.each([
    [listOf(0, 0, 0), 'a', 'b'],
    [listOf(0, 'x', 0), 'a', 'c'],
    [listOf(0, 0, 'x'), 'c', 'a'],
    [listOf('x', 'x', 'x'), 'b', undefined],
    [listOf(0), 'a', undefined],
  ])('and then, %#', (list, on, id) => expect(nextAfter(list, on)?.id).toBe(id))
})

it('finds without caring for accents, and keeps the numbers', () => {
  const found = search(listOf(0, 0, 0), 'lancamento PRATICA')
  expect(found.map(({ id, number }) => [id, number])).toEqual([['b', 2]])
  expect(search(listOf(0, 0), '')).toHaveLength(2)
})

it('shows a change before the server has answered', () => {
  const view = { positionSeconds: 30, watchedAt: null }
  expect(changedView(view, { watched: true }, NOW)).toEqual({ positionSeconds: 30, watchedAt: NOW })
  expect(changedView({ ...view, watchedAt: '2026-01-01' }, { watched: true }, NOW).watchedAt).toBe(
    '2026-01-01',
  )
  expect(changedView({ ...view, watchedAt: NOW }, { watched: false }, NOW).watchedAt).toBeNull()
  expect(changedView(view, { positionSeconds: 0 }, NOW)).toEqual({ positionSeconds: 0, watchedAt: null })
})

it.each([
  [0, '0:00'],
  [65, '1:05'],
  [3_725, '1:02:05'],
])('%d seconds are %s', (seconds, text) => expect(clock(seconds)).toBe(text))
