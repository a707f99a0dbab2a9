import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { chatWire } from '../../../src/server/testing/doubles/provider/chat-completions.ts'
import { paceOf, wordsOf } from './words.ts'

/**
 * A Chat Completions provider with predictable replies. Asked to continue one, it sends exactly the rest, so
 * that lost or duplicated words are detectable.
 */
type Turn = { role: string; content: unknown }

const textOf = ({ content }: Turn): string =>
  typeof content === 'string'
    ? content
    : ((content ?? []) as { text?: string }[]).map((part) => part.text ?? '').join('')

/** The remaining words: those requested by the last question, without the ones already written. */
function remainingWords(turns: Turn[]): { rest: string[]; ms: number } {
  const asked = turns.findLastIndex((turn) => turn.role === 'user' && paceOf(textOf(turn)) !== undefined)
  const { count, ms } = paceOf(textOf(turns[asked] ?? { role: 'user', content: '' })) ?? { count: 20, ms: 10 }
  const words = wordsOf(count)
  const said = turns.slice(asked + 1).find(({ role }) => role === 'assistant')
  const partial = said ? textOf(said) : ''
  const whole = words.join('')
  if (!whole.startsWith(partial)) return { rest: words, ms }
  return { rest: whole.slice(partial.length).split(/(?<= )/), ms }
}

const server = createServer(async (request, response) => {
  const { rest, ms } = remainingWords((JSON.parse(await text(request)) as { messages: Turn[] }).messages)
  const wire = chatWire('bench')
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(wire.start().join(''))
  let at = 0
  const timer = setInterval(() => {
    const word = rest[at]
    at += 1
    if (word !== undefined) return void response.write(wire.token(word))
    clearInterval(timer)
    response.end(wire.finish({ reason: 'stop' }).join(''))
  }, ms)
  response.on('close', () => clearInterval(timer))
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`)
})
process.stdin.on('close', () => process.exit(0)).resume()
