import { expect, test } from 'vitest'
import { decodeEntities } from './markdown-entities.ts'

test.each([
  ['R&amp;D &#233; &hellip;', 'R&D é …'],
  ['&naoexist;', '&naoexist;'],
  // Names of every object.
  ['&toString; &valueOf;', '&toString; &valueOf;'],
])('«%s»', (text, decoded) => expect(decodeEntities(text)).toBe(decoded))
