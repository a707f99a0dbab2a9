import { useRef } from 'react'
import type { Message } from '#shared/contract/messages.ts'

/** About three screens of turns. */
const SIZE = 20

/** `start` is the index of its first message. */
export type MessageGroup = { number: number; start: number; messages: Message[] }

/** What a message's place is called: versions of a message stand in the same one. */
export const positionKeyOf = ({ id, parentId }: Message, isFirst: boolean): string =>
  parentId ?? (isFirst ? 'first' : id)

/**
 * Messages in groups of some twenty, in their order. A message stays in its group, named by its number in `known`, also
 * when others come before or after it: what is laid out is not laid out anew. Notes the new ones in `known`.
 */
export function groupMessages(known: Map<string, number>, messages: Message[]): MessageGroup[] {
  const places = messages.map((message, index) => positionKeyOf(message, index === 0))
  const anchor = Math.max(
    0,
    places.findIndex((place) => known.has(place)),
  )
  const numbers: number[] = []
  const sizes = new Map<number, number>()
  const put = (index: number, number: number) => {
    numbers[index] = number
    sizes.set(number, (sizes.get(number) ?? 0) + 1)
  }
  const isFull = (number: number) => (sizes.get(number) ?? 0) >= SIZE
  let number = known.get(places[anchor] ?? '') ?? 0
  for (let index = anchor; index < places.length; index += 1) {
    number = Math.max(number, known.get(places[index] ?? '') ?? (isFull(number) ? number + 1 : number))
    put(index, number)
  }
  number = known.get(places[anchor] ?? '') ?? 0
  for (let index = anchor - 1; index >= 0; index -= 1) {
    if (isFull(number)) number -= 1
    put(index, number)
  }
  for (const [index, place] of places.entries()) known.set(place, numbers[index] ?? 0)
  return [...Map.groupBy(messages.keys(), (index) => numbers[index] ?? 0)].map(([name, indexes]) => {
    const start = indexes[0] ?? 0
    return { number: name, start, messages: messages.slice(start, start + indexes.length) }
  })
}

/** The groups of a list that grows at both ends, for as long as it is on the screen. */
export function useMessageGroups(messages: Message[]): MessageGroup[] {
  const known = useRef(new Map<string, number>())
  return groupMessages(known.current, messages)
}
