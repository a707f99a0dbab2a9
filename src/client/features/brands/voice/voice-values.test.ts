import { describe, expect, it } from 'vitest'
import { VOICE } from '#shared/testing/business-fixtures.ts'
import { VoiceValuesSchema, valuesOf, withWord } from './voice-values.ts'

const stored = { ...VOICE, brandId: '0193a0c4-0000-7000-8000-000000000001', samples: 0, features: null }
const EMPTY = { moves: '', forbiddenWords: '', favouriteWords: '', goodExample: '', badExample: '' }
const errorOf = (change: Partial<typeof EMPTY>) =>
  VoiceValuesSchema.safeParse({ ...EMPTY, ...change }).error?.issues.map(({ path, message }) => [
    path[0],
    message,
  ])

describe('the values of the form', () => {
  it('become the stored voice and back', () => {
    expect(VoiceValuesSchema.parse(valuesOf(stored))).toEqual(VOICE)
  })

  it('are lists by line, and words by comma too', () => {
    const typed = {
      ...EMPTY,
      moves: '\n Abre, com cena \n\nFecha ',
      forbiddenWords: 'grátis, milagre;\n black friday ,',
    }
    expect(VoiceValuesSchema.parse(typed)).toMatchObject({
      moves: ['Abre, com cena', 'Fecha'],
      forbiddenWords: ['grátis', 'milagre', 'black friday'],
    })
  })

  it.each([
    [{ forbiddenWords: `${'a'.repeat(61)}, b` }, 'forbiddenWords', 'Uma palavra passa de 60 caracteres'],
    [{ favouriteWords: 'Um, um' }, 'favouriteWords', 'Há uma palavra repetida'],
    [{ moves: 'jeito\n'.repeat(13) }, 'moves', 'São até 12 linhas'],
    [{ badExample: 'a'.repeat(401) }, 'badExample', 'A frase passa de 400 caracteres'],
  ])('show an error at their field: %j', (change, field, text) => {
    expect(errorOf(change)).toEqual([[field, text]])
  })

  it('take a measured word once', () => {
    expect(withWord('', 'horta')).toBe('horta')
    expect(withWord('sol,  terra', 'horta')).toBe('sol, terra, horta')
    expect(withWord('sol, horta', 'horta')).toBe('sol, horta')
  })
})
