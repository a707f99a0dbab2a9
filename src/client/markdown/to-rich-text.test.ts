import { describe, expect, it } from 'vitest'
import { HOSTILE_MARKDOWN } from '#client/testing/hostile-markdown.ts'
import { toRichText } from './to-rich-text.ts'

describe('toRichText', () => {
  it('makes document elements', () => {
    const html = toRichText('# Oi\n\n**um** _dois_ ~~três~~\nlinha\n\n1. a\n2. b\n\n> fala')
    expect(html).toContain('<h1>Oi</h1>')
    expect(html).toContain('<strong>um</strong> <em>dois</em> <del>três</del><br>linha')
    expect(html).toMatch(/<ol>\s*<li>a<\/li>\s*<li>b<\/li>\s*<\/ol>/)
    expect(html).toMatch(/<blockquote>\s*<p>fala<\/p>\s*<\/blockquote>/)
  })

  it('keeps table borders and alignment', () => {
    const html = toRichText('| a | b |\n|---|--:|\n| 1 | **2** |')
    expect(html).toContain('<table border="1" ')
    expect(html).toContain('<th>a</th>')
    expect(html).toContain('<td align="right"><strong>2</strong></td>')
  })

  it('has no class or style', () => {
    expect(toRichText('```js\na\n```\n\n- [x] b\n\n`c`')).not.toMatch(/class=|style=|data-|id=/)
  })

  it.each(HOSTILE_MARKDOWN)('makes nothing but harmless elements of %s', (payload) => {
    const html = toRichText(payload)
    const names = [...html.matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, name]) => name?.toLowerCase())
    const known =
      'p h1 h2 h3 h4 h5 h6 strong em del a code pre ul ol li blockquote hr br table thead tbody tr th td'
    expect(names.filter((name) => !known.split(' ').includes(name ?? ''))).toEqual([])
    expect(html).not.toMatch(/<[^>]+\son\w+=/i)
    for (const [, href] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^(https?:|mailto:)/)
  })
})
