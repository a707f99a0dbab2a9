import { expect, it } from 'vitest'
import { fileNameOf } from './fetch-file.ts'

it.each([
  [`attachment; filename="conversa.pdf"; filename*=UTF-8''Lan%C3%A7amento.pdf`, 'Lançamento.pdf'],
  ['attachment; filename="conversa.md"', 'conversa.md'],
  ['attachment; filename=conversa.docx', 'conversa.docx'],
  [`attachment; filename="a.md"; filename*=UTF-8''%E0%A4%A`, 'a.md'],
  ['', undefined],
])('reads the file name of %j', (disposition, name) => {
  expect(fileNameOf(disposition)).toBe(name)
})
