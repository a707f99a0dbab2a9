import { expect, test } from 'vitest'
import { readFields, reviewText } from './asset-draft-values.ts'

test('blank fields do not count as read', () => {
  expect(readFields({ name: 'Curso', type: '', transformation: ' \n ', mainPersona: 'Ana' })).toEqual([
    'name',
    'mainPersona',
  ])
})

test.each([
  [{ a: '', b: ' ' }, 'A resposta não diz nada destes campos. Preencha com as suas palavras.'],
  [{ a: 'x', b: '' }, '1 campo veio da resposta e está marcado. O que ela não diz ficou em branco.'],
  [
    { a: 'x', b: 'y', c: '' },
    '2 campos vieram da resposta e estão marcados. O que ela não diz ficou em branco.',
  ],
  [{ a: 'x', b: 'y' }, 'Todos os campos vieram da resposta e estão marcados.'],
])('%j: %s', (values, text) => {
  expect(reviewText(values)).toBe(text)
})
