import type { ReplyStep } from '#shared/contract/messages.ts'

/** Texts of a tool's steps: under way, ended, and without result. */
type ToolTexts = { running: string; done: string; failed: string }

const TEXTS: Record<string, ToolTexts> = {
  calcular: { running: 'Calculando…', done: 'Calculou', failed: 'Tentou calcular' },
  consultar: {
    running: 'Consultando o Acervo…',
    done: 'Consultou o Acervo',
    failed: 'Tentou consultar o Acervo',
  },
}

/** A tool of a newer server. */
const OTHER: ToolTexts = {
  running: 'Usando uma ferramenta…',
  done: 'Usou uma ferramenta',
  failed: 'Tentou usar uma ferramenta',
}

const textsOf = (name: string): ToolTexts => (Object.hasOwn(TEXTS, name) ? (TEXTS[name] ?? OTHER) : OTHER)

/** Text of the newest step under way; undefined when there is none. */
export function runningText(steps: readonly ReplyStep[]): string | undefined {
  const step = steps.findLast(({ status }) => status === 'running')
  return step && textsOf(step.name).running
}

/** One line for each tool whose steps have ended, in the order of their first use. */
export function stepLines(steps: readonly ReplyStep[]): { name: string; text: string }[] {
  const byName = Map.groupBy(
    steps.filter(({ status }) => status !== 'running'),
    ({ name }) => name,
  )
  return [...byName].map(([name, ended]) => ({ name, text: lineOf(textsOf(name), ended) }))
}

/** A failure that a later use made up for is not worth a word. */
function lineOf({ done, failed }: ToolTexts, ended: readonly ReplyStep[]): string {
  const good = ended.filter(({ status }) => status === 'done')
  const shown = good.length > 0 ? good : ended
  const times = shown.length > 1 ? ` ${shown.length} vezes` : ''
  const labels = [...new Set(shown.flatMap(({ label }) => label ?? []))].map((label) => `“${label}”`)
  const detail = labels.length > 0 ? `: ${labels.join(', ')}` : ''
  return `${good.length > 0 ? done : failed}${times}${detail}`
}
