import { expect, test } from 'vitest'
import { slashQuery } from './slash-query.ts'

test.each([
  ['/', ''],
  ['Texto /', ''],
  ['/lista', 'lista'],
  ['Texto /título 2', 'título 2'],
  ['1 / 2', undefined],
  ['1 /2', undefined],
  ['blog / lista', undefined],
  ['blog / ', undefined],
  ['e/ou', undefined],
  ['https://exemplo', undefined],
])('“%s” asks the menu for %j', (before, query) => {
  expect(slashQuery(before)).toBe(query)
})
