import { describe, expect, it } from 'vitest'
import { type Block, BlockSplitter, closeOpenInline, steadyPart } from './split-blocks.ts'

const REPLY = `# Plano de lançamento

Texto com **negrito**, \`código\` e 😀 emoji.
Outra linha.

1. Primeiro

   Continuação
2. Segundo
   - a
   - b

> citação
> longa

| Etapa | Dias |
|-------|-----:|
| Aquecimento | 7 |
| Carrinho | 5 |

\`\`\`js
const a = 1

// fim
\`\`\`

---

* item\r\n* outro

<div>html</div>

Fim.`

const rawOf = (blocks: Block[]) => blocks.map((block) => block.raw)

describe('BlockSplitter', () => {
  it('parses a text that grows by one character like the whole text', () => {
    const growing = new BlockSplitter()
    for (let end = 0; end <= REPLY.length; end += 1) {
      const text = REPLY.slice(0, end)
      expect(rawOf(growing.split(text))).toEqual(rawOf(new BlockSplitter().split(text)))
    }
  })

  it('returns the same final blocks again', () => {
    const splitter = new BlockSplitter()
    const before = splitter.split('um\n\ndois\n\ntr')
    const after = splitter.split('um\n\ndois\n\ntrês')
    expect(after[0]).toBe(before[0])
    expect(after[1]).toBe(before[1])
    expect(after[2]).not.toBe(before[2])
  })

  it('parses reference links like the whole text', () => {
    const text =
      'Veja [um][1] e **[dois]**.\n\nOutro.\n\n[1]: https://um.exemplo\n\n> [dois]: https://dois.exemplo\n\nFim [um][1].'
    const growing = new BlockSplitter()
    for (let end = 0; end <= text.length; end += 1) {
      const part = text.slice(0, end)
      expect(growing.split(part)).toEqual(new BlockSplitter().split(part))
    }
  })

  it('starts over for another text', () => {
    const splitter = new BlockSplitter()
    splitter.split('um\n\ndois\n\ntrês')
    expect(rawOf(splitter.split('outro'))).toEqual(['outro'])
    expect(splitter.split('')).toEqual([])
  })
})

describe('steadyPart', () => {
  it.each([
    ['texto\n\n``', 'texto\n'],
    ['texto\n\n```', 'texto\n'],
    ['texto\n\n```java', 'texto\n'],
    ['```js\ncode\n``', '```js\ncode'],
    ['título\n-', 'título'],
    ['título\n--', 'título'],
    ['itens:\n\n-', 'itens:\n'],
    ['itens:\n\n- [', 'itens:\n'],
    ['itens:\n\n12.', 'itens:\n'],
    ['fim\n\n##', 'fim\n'],
    ['dados:\n\n| a | b', 'dados:\n'],
    ['dados:\n\n| a | b |\n', 'dados:\n'],
    ['dados:\n\n| a | b |\n|--', 'dados:\n'],
  ])('holds back what is only a beginning: %j', (text, shown) => {
    expect(steadyPart(text)).toBe(shown)
  })

  it.each([
    'texto',
    'texto\n',
    '```js\n',
    '- a',
    '# T',
    '| a | b |\n|---|---|\n',
    '| a | b |\n|---|---|\n| 1',
    '| não é tabela\nmais texto',
  ])('shows what will not change its look: %j', (text) => {
    expect(steadyPart(text)).toBe(text)
  })
})

describe('closeOpenInline', () => {
  const close = (text: string) => {
    const [block] = new BlockSplitter().split(text)
    return block ? closeOpenInline(block).raw : ''
  }

  it.each([
    ['um **dois', 'um **dois**'],
    ['um **dois ', 'um **dois**'],
    ['um **dois*', 'um **dois**'],
    ['um **', 'um '],
    ['um `dois', 'um `dois`'],
    ['veja [aqui](https://exem', 'veja aqui'],
    ['veja ![aqui](https://exem', 'veja aqui'],
    ['um **dois** e', 'um **dois** e'],
    ['2 * 3', '2 * 3'],
    ['```\na ** b', '```\na ** b'],
  ])('closes for the moment: %j', (text, shown) => {
    expect(close(text)).toBe(shown)
  })
})
