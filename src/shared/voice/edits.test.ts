import { describe, expect, it } from 'vitest'
import { EDIT_LIMITS, voiceEdits } from './edits.ts'

const TEXT =
  'A horta cabe na janela e cresce com pouca água. O vaso pede terra boa e um pouco de sol da manhã. Manjericão, salsa e cebolinha crescem juntos sem brigar.'
const MORE = 'Depois de uma semana as folhas novas aparecem no vaso.'

/** As `kind`, `word: kind` or `-kind`. */
const editsOf = (before: string, after: string) =>
  voiceEdits(before, after).map(({ kind, word, step }) => `${step < 0 ? '-' : ''}${word || kind}`)

const LONG =
  'A horta cabe na janela porque os vasos são pequenos e porque a luz da manhã entra ali todos os dias, mesmo no inverno. As folhas crescem devagar quando o sol é fraco e crescem depressa quando o calor volta, sem pedir quase nada em troca. A água entra pela terra aos poucos e desce até o prato, de onde a raiz bebe durante a noite inteira.'
const CUT =
  'A horta cabe na janela porque os vasos são pequenos. A luz da manhã entra ali todos os dias. Mesmo no inverno. As folhas crescem devagar quando o sol é fraco. Crescem depressa quando o calor volta. Sem pedir quase nada em troca. A água entra pela terra aos poucos. Desce até o prato. A raiz bebe durante a noite inteira.'

describe('the edits between two versions of a text', () => {
  it.each([
    ['nothing', TEXT, TEXT, []],
    ['emoji', `${TEXT} 🌱 🌿`, TEXT, ['emoji']],
    ['most emoji', `${TEXT} 🌱 🌿 ☀️ 💧`, `${TEXT} 🌱`, ['emoji']],
    ['one emoji of three', `${TEXT} 🌱 🌿 💧`, `${TEXT} 🌱 🌿`, []],
    ['emoji put in', TEXT, `${TEXT} 🌱`, ['-emoji']],
    ['exclamation marks', `${TEXT} Sol! Água!`, `${TEXT} Sol. Água.`, ['exclamations']],
    ['questions', `${TEXT} Tem sol?`, `${TEXT} Tem sol.`, ['questions']],
    ['formal words', `${TEXT} Portanto, regue.`, `${TEXT} Regue.`, ['formal', 'portanto']],
    ['spoken words', `${TEXT} Tá né.`, TEXT, ['informal']],
    ['tu for você', `${TEXT} Você rega. Você colhe.`, `${TEXT} Tu rega. Tu colhe.`, ['tu', '-voce']],
    [
      'a gente for você',
      `${TEXT} Você rega a horta e você colhe.`,
      `${TEXT} A gente rega a horta e a gente colhe.`,
      ['gente', '-voce'],
    ],
    ['an address that is only taken out', `${TEXT} Você rega.`, `${TEXT} Rega.`, []],
    ['shorter sentences', LONG, CUT, ['shorter']],
    ['a word', `${TEXT} É gratuito.`, `${TEXT} É de graça.`, ['gratuito', '-graça']],
    ['a word that stays elsewhere', `Gratuito. ${TEXT} É gratuito.`, `Gratuito. ${TEXT} É assim.`, []],
    ['short, common words and figures', `${TEXT} Mas sim, 2026 vezes.`, TEXT, []],
    ['a paragraph with emoji', `${TEXT} ${TEXT} ${MORE} 🌱`, MORE, []],
    ['another text', `${TEXT} 🌱`, LONG, []],
    ['a text without enough words', 'Olá, gratuito! 🌱', 'Olá, de graça.', []],
    ['too long a text', `🌱 ${'a '.repeat(EDIT_LIMITS.textLength / 2)}`, 'a '.repeat(20_000), []],
  ])('%s', (_what, before, after, edits) => expect(editsOf(before, after)).toEqual(edits))

  it('are none of words when a save takes many out', () => {
    const words = Array.from({ length: EDIT_LIMITS.words + 1 }, (_, at) => `verbo${'abcdefghijk'[at]}`)
    const long = `${TEXT} ${TEXT} ${TEXT}`
    expect(editsOf(`${long} ${words.join(' ')}.`, long)).toEqual([])
    expect(editsOf(`${long} ${words.slice(1).join(' ')}.`, long)).toHaveLength(EDIT_LIMITS.words)
  })

  it('are opposite the other way around', () => {
    for (const [before, after] of [
      [`${TEXT} 🌱 Sol! É gratuito.`, `${TEXT} Sol. É de graça.`],
      [`${TEXT} Você rega.`, `${TEXT} Tu rega.`],
      [LONG, CUT],
    ] as const) {
      const there = voiceEdits(before, after).map((edit) => JSON.stringify({ ...edit, step: -edit.step }))
      const back = voiceEdits(after, before).map((edit) => JSON.stringify(edit))
      expect(back.toSorted()).toEqual(there.toSorted())
      expect(there).not.toEqual([])
    }
  })

  it('are found in 60,000 characters of hostile text in less than a second', () => {
    const before = 'a! '.repeat(20_000)
    const begun = performance.now()
    voiceEdits(before, `${before.slice(0, -3)}b🌱`)
    expect(performance.now() - begun).toBeLessThan(1_000)
  })
})
