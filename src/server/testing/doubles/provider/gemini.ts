import { DOUBLE_INPUT, ERROR_TEXT, errorBody, type Wire } from './wire.ts'

/** Gemini's signature on the first call of a response. */
export const DOUBLE_SIGNATURE = 'assinatura-do-modelo'

/** Gemini sends arguments as an object; other input is sent unchanged. */
function argsOf(input: string): unknown {
  try {
    return JSON.parse(input)
  } catch {
    return input
  }
}

/** Gemini's `streamGenerateContent`. */
export function geminiWire(model: string): Wire {
  let count = 0
  let calls = 0
  const usageMetadata = () => ({
    promptTokenCount: DOUBLE_INPUT.tokens,
    cachedContentTokenCount: DOUBLE_INPUT.cached,
    candidatesTokenCount: count,
    totalTokenCount: DOUBLE_INPUT.tokens + count,
  })
  // Google ends lines with CR LF.
  const chunk = (value: object) =>
    `data: ${JSON.stringify({ ...value, usageMetadata: usageMetadata(), modelVersion: model, responseId: 'double' })}\r\n\r\n`
  const content = (text: string) => ({ content: { parts: [{ text }], role: 'model' } })
  const reasons = { stop: 'STOP', calls: 'STOP', length: 'MAX_TOKENS', filter: 'SAFETY' }
  return {
    reasoning: () =>
      chunk({
        candidates: [{ content: { parts: [{ text: 'Pensando.', thought: true }], role: 'model' }, index: 0 }],
      }),
    start: () => [],
    token(text) {
      count += 1
      return chunk({ candidates: [{ ...content(text), index: 0 }] })
    },
    call({ name, input }) {
      count += 1
      const id = `chamada-${calls}`
      const signature = calls === 0 ? { thoughtSignature: DOUBLE_SIGNATURE } : {}
      calls += 1
      const parts = [{ functionCall: { name, args: argsOf(input), id }, ...signature }]
      return [chunk({ candidates: [{ content: { parts, role: 'model' }, index: 0 }] })]
    },
    finish({ reason, text }) {
      if (text) count += 1
      // A filtered reply ends without parts; a normal one with an empty part.
      const last = text || reason !== 'filter' ? content(text ?? '') : {}
      return [chunk({ candidates: [{ ...last, finishReason: reasons[reason], index: 0 }] })]
    },
    error: (status) => `data: ${JSON.stringify(errorBody('gemini', status, ERROR_TEXT))}\r\n\r\n`,
    blocked: () => [chunk({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } })],
  }
}
