import { describe, expect, it } from 'vitest'
import { compareWithVoice } from './compare.ts'
import { describeDifference, describeVoice } from './describe.ts'
import { measureVoice } from './features.ts'
import { sentencesIn } from './sentences.ts'

const sentencesOf = (text: string) => sentencesIn(text).map(({ start, end }) => text.slice(start, end))

describe('the sentences of a text', () => {
  it.each([
    ['end with signs', 'Oi! Tudo bem? Vem… Pronto.', ['Oi!', 'Tudo bem?', 'Vem…', 'Pronto.']],
    [
      'keep numbers and abbreviations whole',
      'A Dra. Ana cobra R$ 1.997,00. É caro.',
      ['A Dra. Ana cobra R$ 1.997,00.', 'É caro.'],
    ],
    [
      'end with their line',
      '# Título\n\nUma linha\n- um item\n2. outro',
      ['Título', 'Uma linha', 'um item', 'outro'],
    ],
    ['keep closing marks', 'Ela disse **“vem!”** Fui.', ['Ela disse **“vem!”**', 'Fui.']],
    [
      'are cells of a table',
      '| Etapa | Prazo |\n| --- | --- |\n| Ler | 2 dias |',
      ['Etapa', 'Prazo', 'Ler', '2 dias'],
    ],
    ['are not code', 'Antes\n```\nconst a = 1\n```\nDepois', ['Antes', 'Depois']],
    ['need a letter', '...\n---\n123\n', []],
  ])('%s', (_what, text, expected) => expect(sentencesOf(text)).toEqual(expected))
})

describe('the measured features', () => {
  it.each([
    [
      'sentence length',
      'Um dois três. Um dois três quatro cinco.',
      { sentenceMean: 4, sentenceSpread: 1, sentences: 2, words: 8 },
    ],
    ['você', 'Você vem? Vc também vem.', { voce: 100, tu: 0, gente: 0, questions: 50 }],
    ['tu', 'Tu vais. O teu curso chegou.', { tu: 100, voce: 0 }],
    ['a gente', 'A gente planta. Gente boa planta.', { gente: 50 }],
    ['exclamations and questions', 'Olha só!! Sério?! Sim. Certo.', { exclamations: 50, questions: 25 }],
    ['signs before emphasis', '**Vem!** E *agora?*', { exclamations: 50, questions: 50 }],
    ['emoji, joined ones as one', 'Oi 🌱👩🏽‍🌾\nTudo bem ❤️', { emoji: 150 }],
    ['emoji after the end of a sentence', 'Vem! 🌱 Rega ❤️\n🌻', { emoji: 150, sentences: 2 }],
    ['no emoji in digits and signs', '10% em 3x © todos™', { emoji: 0 }],
    ['spoken language', 'Bora plantar pra valer, né', { informal: 300, formal: 0 }],
    ['distant language', 'Prezado senhor, portanto aguardamos.', { formal: 300, informal: 0 }],
    [
      'addresses of links as no words',
      '[A horta](https://exemplo.com/a-b-c) cresce https://exemplo.com/x',
      { words: 3 },
    ],
    [
      'nothing',
      '',
      { words: 0, sentences: 0, sentenceMean: 0, sentenceSpread: 0, favourites: [], openings: [] },
    ],
  ])('count %s', (_what, text, expected) => expect(measureVoice([text])).toMatchObject(expected))

  it('find words and openings that several texts repeat', () => {
    const texts = [
      'A horta cresce. Olha só a janela. A horta é sua.',
      'Olha só essa horta. Olha só a janela.',
      'Curso curso curso. A horta e a janela.',
    ]
    expect(measureVoice(texts)).toMatchObject({
      // "curso" is in one text alone.
      favourites: ['horta', 'janela', 'olha'],
      openings: ['a horta', 'olha só'],
    })
  })

  it('do not depend on the order of the texts, nor on the way accents are written', () => {
    const texts = ['Você já regou? A gente rega.', 'Bora plantar!', 'Olha só a horta.']
    expect(measureVoice(texts.toReversed())).toEqual(measureVoice(texts))
    expect(measureVoice(texts.map((text) => text.normalize('NFD')))).toEqual(measureVoice(texts))
  })

  it('are measured quickly in hostile texts', () => {
    const hostile = ['.', '](', 'https://', '[', '! ', '# ', '- ', '|', '…"', "a'", '\n\n', '👩‍']
    for (const part of hostile) expect(measureVoice([part.repeat(60_000 / part.length)]).words).toBeDefined()
  })
})

const SHORT = 'Você planta hoje. Você colhe amanhã. A terra cuida. Bora plantar! O sol ajuda você. '
const LONG =
  'Prezados leitores, informamos que o presente curso foi elaborado com o objetivo de apresentar as principais técnicas de cultivo em pequenos espaços, contudo sem prejuízo do rigor. '

describe('a comparison', () => {
  const voice = measureVoice([SHORT.repeat(4), SHORT.repeat(3), SHORT.repeat(2)])

  it('of a text in the voice finds no difference', () => {
    expect(compareWithVoice(SHORT.repeat(3), voice)).toEqual({ compared: 7, differences: [] })
  })

  it('names each trait that differs, with both values', () => {
    const compared = compareWithVoice(LONG.repeat(5), voice)
    expect(compared?.differences).toEqual([
      { trait: 'sentenceMean', text: 27, voice: 3 },
      { trait: 'address', text: 'none', voice: 'voce' },
      { trait: 'exclamations', text: 0, voice: 20 },
      { trait: 'formality', text: 'formal', voice: 'informal' },
    ])
    expect(compared?.differences.map((it) => describeDifference(it, 'Raiz'))).toEqual([
      'Frases mais longas: 27 palavras em média; Raiz, 3',
      'Este texto quase não fala direto com quem lê; Raiz fala com “você”',
      'Menos exclamações: 0 a cada 100 frases; Raiz, 20',
      'Este texto soa formal; Raiz soa como conversa falada',
    ])
  })

  it.each([
    [
      'emoji',
      'Você planta hoje 🌱. Você colhe amanhã 🌻. A terra cuida. Bora plantar! O sol ajuda você 🌞. ',
      'Mais emojis: 60 a cada 100 frases; Raiz, 0',
    ],
    [
      'questions',
      'Você planta hoje? Você colhe amanhã? A terra cuida? Bora plantar! O sol ajuda você. ',
      'Mais perguntas: 60 a cada 100 frases; Raiz, 0',
    ],
    [
      'tu',
      'Tu plantas hoje. Tu colhes amanhã. A terra cuida. Bora plantar! O sol ajuda contigo. ',
      'Este texto fala com “tu”; Raiz fala com “você”',
    ],
  ])('finds %s', (_what, text, sentence) => {
    const differences = compareWithVoice(text.repeat(4), voice)?.differences ?? []
    expect(differences.map((it) => describeDifference(it, 'Raiz'))).toEqual([sentence])
  })

  it('of a text that is too short is not made', () => {
    expect(compareWithVoice(SHORT, voice)).toBeUndefined()
  })
})

it('a voice is described in plain words', () => {
  expect(describeVoice(measureVoice([SHORT.repeat(3)]))).toEqual([
    'Frases de 3 palavras em média, de tamanho parecido',
    'Fala com “você”',
    'Quase sem perguntas',
    'Exclamações em 20 de cada 100 frases',
    'Quase sem emojis',
    'Soa como conversa falada',
    'Costuma abrir frases com “a terra”, “o sol”, “você colhe”, “você planta”',
  ])
})
