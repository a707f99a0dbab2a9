import { describe, expect, it } from 'vitest'
import { ApiError } from '#client/lib/http/http-client.ts'
import { LIMITS } from '#shared/limits.ts'
import { canContinue, closedText, endingText, failureText, firstCondensed, lengthHint } from './chat-texts.ts'
import { humanMessage } from './message-updates.ts'

const message = humanMessage('chat', 'id', '', null)
const failed = (code: string, text = '', details?: Record<string, string>) =>
  failureText({
    action: 'send',
    isKept: true,
    error: new ApiError({ code, status: 400, message: text }, { details }),
  })

describe('texts of a chat', () => {
  it('say why a message was not sent, and that it is still here', () => {
    expect(failed('NETWORK')).toMatch(/internet.*continua aqui/)
    expect(failed('UNAVAILABLE')).toMatch(/não foi salva.*continua aqui/)
    expect(failed('CONFLICT', 'Uma resposta ainda está em andamento nesta conversa.')).toMatch(
      /andamento.*aqui/,
    )
    expect(failed('VALIDATION_ERROR', '', { content: 'Message content is required' })).toMatch(/^Escreva/)
    expect(failureText({ action: 'send', isKept: false, error: new Error('x') })).not.toContain('continua')
    expect(failureText({ action: 'stop', error: new Error('x') })).toMatch(/^Não conseguimos parar/)
  })

  it('say how a reply ended, and nothing after a normal end', () => {
    expect(endingText({ ...message, finishReason: 'stop' })).toBeNull()
    expect(endingText({ ...message, finishReason: 'length' })).toBe('A resposta parou no limite de tamanho.')
    expect(endingText({ ...message, status: 'stopped' })).toBe('Resposta interrompida por você.')
    expect(endingText({ ...message, status: 'error', errorCode: 'stall' })).toBe(
      'A resposta parou no meio do caminho.',
    )
    expect(endingText({ ...message, status: 'error' })).toBe(
      endingText({ ...message, status: 'error', errorCode: 'internal' }),
    )
  })

  it('say once that the oldest messages were summarised', () => {
    const replies = [0, 2, 4].map((condensedTurns, at) => ({ ...message, id: `r${at}`, condensedTurns }))
    expect(firstCondensed(replies)).toBe('r1')
    expect(firstCondensed([message])).toBeUndefined()
  })

  it('offer to continue a reply that ended early', () => {
    const some = { ...message, content: 'Era uma vez' }
    expect(canContinue({ ...some, status: 'stopped' })).toBe(true)
    expect(canContinue({ ...some, status: 'interrupted' })).toBe(true)
    expect(canContinue({ ...some, finishReason: 'length' })).toBe(true)
    expect(canContinue({ ...some, finishReason: 'stop' })).toBe(false)
    expect(canContinue({ ...some, status: 'running' })).toBe(false)
    expect(canContinue({ ...message, status: 'stopped' })).toBe(false)
  })

  it('count only near the limit, and explain beyond it', () => {
    expect(lengthHint(100)).toBeNull()
    expect(lengthHint(LIMITS.messageLength)?.isOver).toBe(false)
    expect(lengthHint(LIMITS.messageLength + 1)).toMatchObject({ isOver: true })
  })

  it('say why an agent takes no message', () => {
    expect(closedText({ available: true, locked: false, plans: [] })).toBeNull()
    expect(
      closedText({ available: true, locked: true, plans: [{ id: '1', displayName: 'Elite' }] }),
    ).toContain('Disponível no plano Elite.')
    expect(closedText({ available: false, locked: true, plans: [] })).toContain('saiu do elenco')
  })
})
