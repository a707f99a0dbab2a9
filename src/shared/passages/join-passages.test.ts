import { expect, test } from 'vitest'
import { joinPassages } from './join-passages.ts'

test.each([
  ['nothing', [], ''],
  ['passages that share nothing', ['Um.', 'Dois.'], 'Um.\n\nDois.'],
  ['a repeated sentence', ['Um. Dois.', 'Dois. Três.'], 'Um. Dois.\n\nTrês.'],
  ['two repeated sentences', ['Um. Dois. Três.', 'Dois. Três. Quatro.'], 'Um. Dois. Três.\n\nQuatro.'],
  ['a passage that is repeated whole', ['Um. Dois.', 'Dois.', 'Três.'], 'Um. Dois.\n\nTrês.'],
  ['a repeated sentence with the blank behind it', ['Um. Dois. ', 'Dois. Três.'], 'Um. Dois.\n\nTrês.'],
  ['never a part of a word', ['foi a', 'abelha'], 'foi a\n\nabelha'],
])('%s is joined', (_what, texts, joined) => expect(joinPassages(texts)).toBe(joined))
