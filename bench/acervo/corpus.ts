import { fillerSources } from './filler-sources.ts'
import { NATURAL } from './natural-questions.ts'
import { type QuestionsBySource, REWORDED, WITHOUT_ANSWER } from './questions.ts'
import type { Source } from './source.ts'
import { textsOf, writtenSources } from './written.ts'

type Question = { question: string }

/** A question, and its answer: words that only its right text has, and the source of that text. */
export type Answered = Question & { answer: { words: string; source: string } }

/** Whether a text has these words, in lines of any length. */
export const hasWords = (text: string, words: string): boolean => text.replace(/\s+/g, ' ').includes(words)

/** The questions that ask for a text written by hand, in the words of a creator and in others, and those without an answer. */
type Questions = { natural: Answered[]; reworded: Answered[]; unanswered: Question[] }

type Corpus = { written: Source[]; filler: Source[]; questions: Questions }

/**
 * The sources and questions. Each question that has an answer asks for a text written by hand; other texts only fill up.
 * @throws when the words of an answer are not in one text alone.
 */
export async function makeCorpus(): Promise<Corpus> {
  const written = await writtenSources()
  const texts = Object.keys(written).flatMap((name) =>
    textsOf(name).map(({ text }) => ({ text, source: written[name]?.name ?? '' })),
  )
  const answered = (set: QuestionsBySource): Answered[] =>
    Object.entries(set).flatMap(([name, asked]) =>
      asked.map(([question, words]) => {
        const source = written[name]?.name ?? ''
        const right = texts.filter(({ text }) => hasWords(text, words))
        if (right.length !== 1 || right[0]?.source !== source)
          throw new Error(`"${words}" is in ${right.length} texts, or not in ${source}`)
        return { question, answer: { words, source } }
      }),
    )
  return {
    written: Object.values(written),
    filler: await fillerSources(),
    questions: {
      natural: answered(NATURAL),
      reworded: answered(REWORDED),
      unanswered: WITHOUT_ANSWER.map((question) => ({ question })),
    },
  }
}
