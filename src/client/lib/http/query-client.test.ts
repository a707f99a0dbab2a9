import { QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { FreshQueryClient } from './query-client.ts'

/** A query whose answers are given by hand, in any order. */
function queried({ isSeen }: { isSeen: boolean }) {
  const client = new FreshQueryClient()
  const reads: { answer: (value: string) => void; signal: AbortSignal }[] = []
  const options = {
    queryKey: ['plan'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      new Promise<string>((resolve) => reads.push({ answer: resolve, signal })),
  }
  if (isSeen) onTestFinished(new QueryObserver(client, options).subscribe(() => undefined))
  const read = () => client.fetchQuery({ ...options, staleTime: 0 })
  return { client, reads, read, shown: () => client.getQueryData(options.queryKey) }
}

test.each([true, false])(
  'a first read under way answers with what is there after a change (seen: %s)',
  async (isSeen) => {
    const { client, reads, read, shown } = queried({ isSeen })
    const waiting = read()
    const changed = client.invalidateQueries({ queryKey: ['plan'] })
    expect(reads.map(({ signal }) => signal.aborted)).toEqual([true, false])
    reads[1]?.answer('Criador')
    reads[0]?.answer('Grátis')
    await changed
    expect(await waiting).toBe('Criador')
    expect(shown()).toBe('Criador')
    expect(reads).toHaveLength(2)
  },
)

test.each([true, false])('a later read under way is begun again once (seen: %s)', async (isSeen) => {
  const { client, reads, read, shown } = queried({ isSeen })
  const first = read()
  reads[0]?.answer('Grátis')
  await first
  const waiting = read()
  const changed = client.invalidateQueries({ queryKey: ['plan'] })
  expect(reads.map(({ signal }) => signal.aborted)).toEqual([false, true, false])
  reads[2]?.answer('Criador')
  await changed
  expect(await waiting).toBe('Criador')
  expect(shown()).toBe('Criador')
})

test('what is not read at the moment is read again where it is seen, and what is left out is left alone', async () => {
  const { client, reads, read } = queried({ isSeen: true })
  const first = read()
  reads[0]?.answer('Grátis')
  await first
  void client.invalidateQueries({ queryKey: ['plan'] })
  expect(reads).toHaveLength(2)
  void client.invalidateQueries({ queryKey: ['agents'] })
  void client.invalidateQueries({ queryKey: ['plan', 'history'] })
  expect(reads[1]?.signal.aborted).toBe(false)
  expect(reads).toHaveLength(2)
  reads[1]?.answer('Criador')
})
