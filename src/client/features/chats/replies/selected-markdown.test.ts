import { expect, test } from 'vitest'
import { selectedMarkdown } from './selected-markdown.ts'

const REPLY = `## Plano

Um caminho **simples e curto**, em [dois passos](https://exemplo.com.br/a):

1. Pesquise as dores
2. Escreva a \`promessa\`

| Etapa | Dias |
| --- | --- |
| Aquecer | 7 |

- [ ] Fim da etapa
`

const selected = (plain: string, before = '') => selectedMarkdown(REPLY, { plain, before })

test.each([
  ['Plano', '## Plano'],
  ['caminho simples e curto', 'caminho **simples e curto**'],
  ['simples e curto', '**simples e curto**'],
  ['simples e curto, em dois passos:', '**simples e curto**, em [dois passos](https://exemplo.com.br/a):'],
  [
    'Um caminho simples e curto, em dois passos',
    'Um caminho **simples e curto**, em [dois passos](https://exemplo.com.br/a):',
  ],
  ['Pesquise as dores\nEscreva a promessa', '1. Pesquise as dores\n2. Escreva a `promessa`'],
  ['Etapa\tDias\nAquecer\t7', '| Etapa | Dias |\n| --- | --- |\n| Aquecer | 7 |'],
  ['Fim da etapa', '- [ ] Fim da etapa'],
])('the marks of %j come along', (plain, markdown) => {
  expect(selected(plain)).toBe(markdown)
})

test('an unbalanced mark gives plain text', () => {
  expect(selected('caminho simples')).toBe('caminho simples')
})

test('repeated words are found by the text before them', () => {
  const twice = '# Venda\n\nPrimeiro parágrafo.\n\n- Venda'
  expect(selectedMarkdown(twice, { plain: 'Venda', before: '' })).toBe('# Venda')
  expect(selectedMarkdown(twice, { plain: 'Venda', before: 'Venda Primeiro parágrafo.' })).toBe('- Venda')
})

test('a selection that is not in the source stays plain text', () => {
  expect(selected('Copiar código')).toBe('Copiar código')
  expect(selected('🎯 …')).toBe('🎯 …')
})
