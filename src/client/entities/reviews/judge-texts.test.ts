import { expect, test } from 'vitest'
import { judgeLossText } from './judge-texts.ts'
import type { JudgeState } from './use-judge.ts'

test.each<[JudgeState, boolean, string]>([
  [{ is: 'idle' }, true, ''],
  [
    { is: 'running', part: 1, parts: 2 },
    true,
    'Trocar entre Visual e Markdown ou sair do editor interrompe a leitura e apaga o que ela achou.',
  ],
  [
    { is: 'done', text: 'Oi', readTo: 2, isWhole: true },
    false,
    'Trocar entre Visual e Markdown ou salvar o documento novo apaga o que ela achou.',
  ],
  [
    { is: 'cancelled', read: 1, parts: 2 },
    true,
    'Trocar entre Visual e Markdown ou sair do editor apaga o que ela achou.',
  ],
  [{ is: 'failed', problem: 'Sem conexão', read: 0, parts: 2 }, true, ''],
])('beside an editor, a reading says what erases it: %o', (state, isStored, text) => {
  expect(judgeLossText(state, isStored)).toBe(text)
})
