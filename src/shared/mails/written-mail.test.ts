import { describe, expect, it } from 'vitest'
import { paragraphsOf, subjectOf, withName } from './written-mail.ts'

describe('paragraphsOf', () => {
  it('separates paragraphs and finds addresses without the marks after them', () => {
    const text = 'Olá, {nome}!\r\n\r\nVeja (https://escola.com.br/aula?a=1&b=2).\nAté já.\n \n\nhttp://x.com'
    expect(paragraphsOf(text, 'Ana')).toEqual([
      [{ text: 'Olá, Ana!' }],
      [
        { text: 'Veja (' },
        { text: 'https://escola.com.br/aula?a=1&b=2', href: 'https://escola.com.br/aula?a=1&b=2' },
        { text: ').\nAté já.' },
      ],
      [{ text: 'http://x.com', href: 'http://x.com/' }],
    ])
  })

  it('makes no link of other schemes, of credentials or of broken addresses', () => {
    const text =
      'javascript:alert(1) data:text/html,x https://banco.com@mal.com https:// <a href="https://ok.com">'
    const links = paragraphsOf(text, '')
      .flat()
      .flatMap(({ href }) => href ?? [])
    expect(links).toEqual(['https://ok.com/'])
  })

  it('drops invisible and private characters', () => {
    expect(paragraphsOf('a\u202eb\u0000c\ue000', '')).toEqual([[{ text: 'abc' }]])
  })
})

it('a person without a name leaves no comma, and a name is not a pattern', () => {
  expect(withName('Olá, {nome}! {nome}', '')).toBe('Olá!')
  expect(withName('Olá, {nome}!', '$& {nome}')).toBe('Olá, $& {nome}!')
  expect(subjectOf('{nome}, sua aula\r\nBcc: x@y.z', 'Ana')).toBe('Ana, sua aula Bcc: x@y.z')
})
