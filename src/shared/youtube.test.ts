import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CreateTutorial, TutorialForm } from './contract/tutorials.ts'
import { NO_VIDEOS, REFUSED_TUTORIALS, VIDEO_TEXTS } from './testing/tutorial-fixtures.ts'
import { isYoutubeVideoId, VIDEO_TEXT_LENGTH, youtubeVideoIdOf } from './youtube.ts'

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const videoId = fc
  .array(fc.constantFrom(...SIGNS), { minLength: 11, maxLength: 11 })
  .map((signs) => signs.join(''))
  .filter(isYoutubeVideoId)

describe('youtubeVideoIdOf', () => {
  it.each(VIDEO_TEXTS)('reads %j', (text) => expect(youtubeVideoIdOf(text)).toBe('dQw4w9WgXcQ'))

  it.each(NO_VIDEOS)('refuses %j', (text) => expect(youtubeVideoIdOf(text)).toBeUndefined())

  it('reads the id from every form of address, with any other parameters', () => {
    const address = fc.constantFrom(
      (id: string, rest: string) => `https://www.youtube.com/watch?v=${id}&${rest}`,
      (id: string, rest: string) => `https://www.youtube.com/watch?${rest}&v=${id}`,
      (id: string, rest: string) => `youtu.be/${id}?${rest}`,
      (id: string, rest: string) => `https://youtube.com/shorts/${id}?${rest}`,
      (id: string, rest: string) => `https://m.youtube.com/live/${id}?${rest}`,
      (id: string, rest: string) => `https://www.youtube-nocookie.com/embed/${id}?${rest}`,
    )
    const rest = fc.constantFrom(
      '',
      't=90',
      'start=90',
      'list=PLabcdefghijklmnop&index=3',
      'si=A-b_c&feature=share',
    )
    fc.assert(
      fc.property(videoId, address, rest, (id, make, query) => {
        expect(youtubeVideoIdOf(make(id, query))).toBe(id)
      }),
    )
  })

  it('answers an id or undefined for any text, and is idempotent', () => {
    const noise = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc
        .array(
          fc.constantFrom(
            'https://',
            'youtu.be/',
            'youtube.com/',
            'watch',
            '?v=',
            '&',
            '/',
            '@',
            '%',
            ':',
            'dQw4w9WgXcQ',
          ),
        )
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(noise, (text) => {
        const id = youtubeVideoIdOf(text)
        if (id === undefined) return
        expect(id).toMatch(/^[\w-]{11}$/)
        expect(text).toContain(id)
        expect(youtubeVideoIdOf(id)).toBe(id)
      }),
      { numRuns: 300 },
    )
  })

  it('refuses a text longer than any address', () => {
    const short = `https://youtu.be/dQw4w9WgXcQ?${'a'.repeat(VIDEO_TEXT_LENGTH - 29)}`
    expect(short).toHaveLength(VIDEO_TEXT_LENGTH)
    expect(youtubeVideoIdOf(short)).toBe('dQw4w9WgXcQ')
    expect(youtubeVideoIdOf(`${short}a`)).toBeUndefined()
  })
})

const RIGHT = {
  title: 'Primeiros passos',
  description: 'Da conta à primeira conversa.',
  youtubeVideoId: 'dQw4w9WgXcQ',
  order: 0,
}

const errorsOf = (schema: typeof CreateTutorial | typeof TutorialForm, value: unknown) => {
  const issues = schema.safeParse(value).error?.issues ?? []
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]))
}

describe('a tutorial', () => {
  it('stores the id of any address, and has order 0 by default', () => {
    for (const text of VIDEO_TEXTS) {
      const { order: _, ...body } = { ...RIGHT, youtubeVideoId: text }
      expect(CreateTutorial.parse(body)).toEqual(RIGHT)
      expect(TutorialForm.parse({ ...RIGHT, youtubeVideoId: text })).toEqual(RIGHT)
    }
  })

  it.each(REFUSED_TUTORIALS)(
    'is refused by form and call with the same texts: %j',
    (_what, change, errors) => {
      const body = { ...RIGHT, ...change }
      expect(errorsOf(CreateTutorial, body)).toEqual(errors)
      expect(errorsOf(TutorialForm, body)).toEqual(errors)
    },
  )
})
