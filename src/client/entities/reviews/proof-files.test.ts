import { expect, test } from 'vitest'
import { LIMITS } from '#shared/limits.ts'
import { proofRefusal } from './proof-files.ts'

test.each([
  ['Contrato.PDF', '', 10, undefined],
  ['foto', 'image/png', 10, undefined],
  ['IMG_1.HEIC', '', 10, undefined],
  ['planilha.csv', 'text/csv', 10, '“planilha.csv” não serve: a prova é um PDF ou uma imagem.'],
  ['vazio.pdf', 'application/pdf', 0, '“vazio.pdf” está vazio.'],
  [
    'grande.pdf',
    'application/pdf',
    LIMITS.attachmentBytes + 1,
    `“grande.pdf” passa do limite de ${LIMITS.attachmentBytes / 1024 / 1024} MB.`,
  ],
])('%s of type "%s" with %i bytes', (name, type, size, refusal) => {
  expect(proofRefusal({ name, type, size })).toBe(refusal)
})
