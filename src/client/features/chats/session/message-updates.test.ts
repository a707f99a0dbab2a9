import { describe, expect, it } from 'vitest'
import type { Message } from '#shared/contract/messages.ts'
import { mergeNewest } from './merge-newest.ts'
import {
  appendTurn,
  humanMessage,
  patchMessage,
  prependOlder,
  replaceReply,
  replaceTurn,
  versionsOf,
} from './message-updates.ts'

const list = (ids: string): Message[] => [...ids].map((id) => humanMessage('chat', id, id, null))
const idsOf = (messages: Message[] | null) => messages?.map((message) => message.id).join('') ?? null

describe('mergeNewest', () => {
  it.each([
    ['keeps older pages', 'abcdef', 'defg', 4, 'abcdefg'],
    ['drops a branch that was left', 'abcX', 'bcd', 4, 'abcd'],
    ['takes a whole chat as it is', 'cd', 'abcd', 5, 'abcd'],
    ['fills an empty list', '', 'abcd', 4, 'abcd'],
    ['keeps what it has when there is nothing', 'ab', '', 4, 'ab'],
    ['gives up when something lies between', 'ab', 'efgh', 4, null],
  ])('%s', (_, known, newest, limit, expected) => {
    expect(idsOf(mergeNewest(list(known), list(newest), limit))).toBe(expected)
  })
})

describe('changes of a list', () => {
  it('prepends older messages without duplicates', () => {
    expect(idsOf(prependOlder(list('cd'), list('abc')))).toBe('abcd')
  })

  it('appends a turn; repeating changes nothing', () => {
    const human = humanMessage('chat', 'h', 'oi', 'b')
    const once = appendTurn(list('ab'), human, 'r')
    expect(idsOf(once)).toBe('abhr')
    expect(once.at(-1)).toMatchObject({ sender: 'ai', status: 'running', content: '', parentId: 'h' })
    expect(idsOf(appendTurn(once, human, 'r'))).toBe('abhr')
  })

  it('gives a new reply the sent context, else the previous reply’s', () => {
    const came = { kind: 'onboarding', id: null, name: 'Perfil', isChosen: false } as const
    const product = { kind: 'product', id: 'p', name: 'Curso' } as const
    const brand = { kind: 'brand', id: 'm', name: 'Marca' } as const
    const groundedOn = [came, { ...product, isChosen: true }]
    const before = [...list('a'), { ...list('b')[0], sender: 'ai', groundedOn } as Message]
    const human = humanMessage('chat', 'h', 'oi', 'b')
    const groundsAfter = (chosen?: Parameters<typeof appendTurn>[3]) =>
      appendTurn(before, human, 'r', chosen).at(-1)?.groundedOn
    expect(groundsAfter()).toEqual(groundedOn)
    expect(groundsAfter([product])).toEqual(groundedOn)
    expect(groundsAfter([brand])).toEqual([{ ...brand, isChosen: true }])
    expect(groundsAfter([])).toEqual([])
    expect(replaceReply(before, 'b', 'r').at(-1)?.groundedOn).toEqual(groundedOn)
    expect(replaceTurn(before, 'a', human, 'r', [brand]).at(-1)?.groundedOn).toEqual([
      { ...brand, isChosen: true },
    ])
  })

  it('replaces a reply and what followed it', () => {
    expect(idsOf(replaceReply(list('abcd'), 'b', 'r'))).toBe('ar')
    expect(idsOf(replaceReply(list('ab'), 'x', 'r'))).toBe('ab')
  })

  it('replaces an edited message by its newest version', () => {
    const known = list('abcd').map((message) => ({ ...message, siblingIds: [message.id] }))
    const human = humanMessage('chat', 'h', 'oi', 'd')
    const next = replaceTurn(known, 'c', human, 'r')
    expect(idsOf(next)).toBe('abhr')
    expect(next[2]).toMatchObject({ parentId: known[2]?.parentId, siblingIds: ['c', 'h'] })
    const again = replaceTurn(next, 'c', human, 'r')
    expect(idsOf(again)).toBe('abhr')
    expect(again[2]).toBe(next[2])
    expect(idsOf(replaceTurn(known, 'x', human, 'r'))).toBe('abcdhr')
  })

  it('adds a regenerated reply as the newest version', () => {
    const known = list('ab').map((message) => ({ ...message, siblingIds: ['z', message.id] }))
    expect(replaceReply(known, 'b', 'r')[1]?.siblingIds).toEqual(['z', 'b', 'r'])
  })

  it('patches one message and keeps the others, and the array when there is none', () => {
    const known = list('ab')
    const patched = patchMessage(known, 'b', { content: 'novo' })
    expect(patched[0]).toBe(known[0])
    expect(patched[1]?.content).toBe('novo')
    expect(patchMessage(known, 'x', { content: 'novo' })).toBe(known)
  })
})

describe('versionsOf', () => {
  it.each([
    ['a', ['a', 'b', 'c'], { at: 1, count: 3, previousId: undefined, nextId: 'b' }],
    ['b', ['a', 'b', 'c'], { at: 2, count: 3, previousId: 'a', nextId: 'c' }],
    ['c', ['a', 'b', 'c'], { at: 3, count: 3, previousId: 'b', nextId: undefined }],
    ['a', ['a'], null],
    ['a', [], null],
    ['x', ['a', 'b'], null],
  ])('of %s among %j', (id, siblingIds, expected) => {
    expect(versionsOf({ id, siblingIds })).toEqual(expected)
  })
})
