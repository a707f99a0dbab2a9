import { JUDGE_LIMITS } from '#shared/revisor/limits.ts'
import type { JudgeState } from './use-judge.ts'

const ONLY_CODE = 'Valem só os achados das regras do código.'
const number = (count: number) => count.toLocaleString('pt-BR')

/** What a reading of a text of so many parts costs. */
export const costText = (parts: number): string =>
  `O modelo lê por ${number(JUDGE_LIMITS.partLength)} caracteres de cada vez, até ${JUDGE_LIMITS.parts} vezes. Este texto conta como ${
    parts === 1 ? '1 mensagem' : `${parts} mensagens`
  }.`

const someRead = (read: number, parts: number) =>
  read === 0
    ? ONLY_CODE
    : `Ele leu ${read} de ${parts} partes; o resto tem só os achados das regras do código.`

/** How far a reading is, in a sentence; it never says that a text is allowed. */
export function judgeText(state: JudgeState, now: string): string {
  switch (state.is) {
    case 'idle':
      return `${ONLY_CODE} Um modelo pode achar promessas com outras palavras; ele também erra.`
    case 'running':
      return state.parts === 1
        ? 'O modelo está lendo…'
        : `O modelo está lendo a parte ${state.part} de ${state.parts}…`
    case 'done':
      if (state.text !== now) return 'O texto mudou desde a leitura do modelo: peça de novo.'
      return state.isWhole
        ? 'O modelo leu o texto todo. O que ele não achou também pode dar problema.'
        : `O modelo leu só os primeiros ${number(state.readTo)} caracteres. O resto tem só os achados das regras do código.`
    case 'cancelled':
      return `Você cancelou a leitura; a parte que o modelo lia conta como mensagem. ${someRead(state.read, state.parts)}`
    case 'failed':
      return `O modelo não terminou de ler. ${someRead(state.read, state.parts)}`
  }
}

/** Warns which actions beside an editor end or erase the reading; empty while there is none. */
export function judgeLossText(state: JudgeState, isStored: boolean): string {
  if (state.is === 'idle' || ('read' in state && state.read === 0)) return ''
  const erases =
    state.is === 'running' ? 'interrompe a leitura e apaga o que ela achou' : 'apaga o que ela achou'
  return `Trocar entre Visual e Markdown ou ${isStored ? 'sair do editor' : 'salvar o documento novo'} ${erases}.`
}
