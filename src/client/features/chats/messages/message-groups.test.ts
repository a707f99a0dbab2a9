import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { humanMessage } from '#client/features/chats/session/message-updates.ts'
import { groupMessages, type MessageGroup } from './message-groups.ts'

/** A branch of `count` messages, the first of them number `from`. */
const branch = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) =>
    humanMessage('chat', `m${from + index}`, '', from + index === 0 ? null : `m${from + index - 1}`),
  )

const placesOf = (groups: MessageGroup[]) =>
  new Map(groups.flatMap(({ number, messages }) => messages.map(({ id }) => [id, number] as const)))

describe('groupMessages', () => {
  it('keeps the order, about twenty to a group', () => {
    const groups = groupMessages(new Map(), branch(0, 50))
    expect(groups.map(({ messages }) => messages.length)).toEqual([20, 20, 10])
    expect(groups.flatMap(({ messages }) => messages).map(({ id }) => id)).toEqual(
      branch(0, 50).map(({ id }) => id),
    )
  })

  it('keeps every message in its group while others are added', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 })), {
          maxLength: 6,
        }),
        (steps) => {
          const known = new Map<string, number>()
          let [from, to] = [1_000, 1_010]
          let before = placesOf(groupMessages(known, branch(from, to - from)))
          for (const [above, below] of steps) {
            from -= above
            to += below
            const groups = groupMessages(known, branch(from, to - from))
            const after = placesOf(groups)
            for (const [id, number] of before) expect(after.get(id)).toBe(number)
            const numbers = groups.map(({ number }) => number)
            expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
            expect(groups.flatMap(({ messages }) => messages)).toHaveLength(to - from)
            expect(Math.max(...groups.map(({ messages }) => messages.length))).toBeLessThanOrEqual(20)
            before = after
          }
        },
      ),
    )
  })

  it('puts another version at the same position', () => {
    const known = new Map<string, number>()
    const messages = branch(0, 45)
    groupMessages(known, messages)
    const version = { ...humanMessage('chat', 'other', '', 'm41'), parentId: 'm41' }
    const groups = groupMessages(known, [...messages.slice(0, 42), version])
    expect(groups.map(({ messages }) => messages.length)).toEqual([20, 20, 3])
    expect(groups.at(-1)?.messages.at(-1)?.id).toBe('other')
  })
})
