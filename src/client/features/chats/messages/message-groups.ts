import { useRef } from 'react'
import type { Message } from '#shared/contract/messages.ts'

/** About three screens of messages. */
const SIZE = 20

/** `start` is the index of its first message. */
export type MessageGroup = { number: number; start: number; messages: Message[] }

/** Key of a message's position in the chat; all versions of a message share one. */
export const positionKeyOf = ({ id, parentId }: Message, isFirst: boolean): string =>
  parentId ?? (isFirst ? 'first' : id)

/**
 * Splits messages into groups of about twenty, in order. `known` maps position keys to group numbers and is updated: a
 * message keeps its group when others are added before or after it, so that no list is rendered again.
 */
export function groupMessages(known: Map<string, number>, messages: Message[]): MessageGroup[] {
  const keys = messages.map((message, index) => positionKeyOf(message, index === 0))
  const anchor = Math.max(
    0,
    keys.findIndex((key) => known.has(key)),
  )
  const numbers: number[] = []
  const sizes = new Map<number, number>()
  const put = (index: number, number: number) => {
    numbers[index] = number
    sizes.set(number, (sizes.get(number) ?? 0) + 1)
  }
  const isFull = (number: number) => (sizes.get(number) ?? 0) >= SIZE
  let number = known.get(keys[anchor] ?? '') ?? 0
  for (let index = anchor; index < keys.length; index += 1) {
    number = Math.max(number, known.get(keys[index] ?? '') ?? (isFull(number) ? number + 1 : number))
    put(index, number)
  }
  number = known.get(keys[anchor] ?? '') ?? 0
  for (let index = anchor - 1; index >= 0; index -= 1) {
    if (isFull(number)) number -= 1
    put(index, number)
  }
  for (const [index, key] of keys.entries()) known.set(key, numbers[index] ?? 0)
  return [...Map.groupBy(messages.keys(), (index) => numbers[index] ?? 0)].map(([name, indexes]) => {
    const start = indexes[0] ?? 0
    return { number: name, start, messages: messages.slice(start, start + indexes.length) }
  })
}

/** Stable groups of a list that grows at both ends. */
export function useMessageGroups(messages: Message[]): MessageGroup[] {
  const known = useRef(new Map<string, number>())
  return groupMessages(known.current, messages)
}
