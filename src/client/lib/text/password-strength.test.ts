import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

test.each([
  ['1234567', 0, 'Curta demais'],
  ['12345678', 0, 'Muito fraca'],
  ['aaaaaaaaaaaaaaaa', 0, 'Muito fraca'],
  ['abcdefgh', 0, 'Muito fraca'],
  ['senha123', 0, 'Muito fraca'],
  ['abab1212abab', 0, 'Muito fraca'],
  ['trovoada947', 1, 'Fraca'],
  ['Senha-segura-1', 2, 'Razoável'],
  ['xK9#mQ2$vL', 3, 'Boa'],
  ['girassol trovão caneca bigorna', 4, 'Forte'],
  ['V7!pq_2Zr9@kLx4m', 4, 'Forte'],
])('%s: %i, %s', (password, score, word) => {
  expect(passwordStrength(password)).toMatchObject({ score, word })
})

test('what is known of the person is worth nothing', () => {
  const known = ['Marina Alves', 'marina.alves@exemplo.com.br']
  expect(passwordStrength('Marina#Alves#2026', known).score).toBeLessThan(
    passwordStrength('Marina#Alves#2026').score,
  )
  expect(passwordStrength('marina.alves@exemplo.com.br', known).score).toBe(0)
})

test('what is weak comes with advice, what is strong without', () => {
  expect(passwordStrength('senha123').advice).toMatch(/longa/)
  expect(passwordStrength('girassol trovão caneca bigorna').advice).toBeUndefined()
})
