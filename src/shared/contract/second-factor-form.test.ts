import { expect, test } from 'vitest'
import { CodeForm, RecoveryCodeForm, SignInRulesForm } from './second-factor-form.ts'

const problem = (form: typeof CodeForm | typeof RecoveryCodeForm, code: string) =>
  form.safeParse({ code }).error?.issues[0]?.message

test('a code may have spaces, and an incomplete one says so', () => {
  expect(CodeForm.parse({ code: ' 123 456 ' })).toEqual({ code: '123456' })
  expect(problem(CodeForm, '  ')).toBe('Digite o código')
  expect(problem(CodeForm, '12345')).toBe('O código tem 6 números')
})

test.each(['aB3dE-12345', 'aB3dE12345', ' aB3dE 12345 '])('the recovery code %s is read', (code) => {
  expect(RecoveryCodeForm.parse({ code })).toEqual({ code: 'aB3dE-12345' })
})

test('a recovery code of another length says so', () => {
  expect(problem(RecoveryCodeForm, 'abc')).toBe('O código tem 10 letras e números')
})

test('a rule needs its day', () => {
  expect(SignInRulesForm.safeParse({ isRequired: true, from: '' }).success).toBe(false)
  expect(SignInRulesForm.safeParse({ isRequired: false, from: '' }).success).toBe(true)
})
