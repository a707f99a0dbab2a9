import type { Protocol } from './model-fixture.ts'

/** The calls and results in a request, in one form for all protocols. */
export function exchangeOf(
  protocol: Protocol,
  body: Record<string, unknown>,
): { calls: unknown[]; results: string[] } {
  if (protocol === 'chat') {
    const turns = (body.messages as Record<string, unknown>[]).map(Object)
    return {
      calls: turns
        .flatMap((turn) => turn.tool_calls ?? [])
        .map((call) => JSON.parse(call.function.arguments)),
      results: turns.filter((turn) => turn.role === 'tool').map((turn) => turn.content),
    }
  }
  if (protocol === 'responses') {
    const items = (body.input as Record<string, unknown>[]).map(Object)
    return {
      calls: items.filter(({ type }) => type === 'function_call').map((item) => JSON.parse(item.arguments)),
      results: items.filter(({ type }) => type === 'function_call_output').map((item) => item.output),
    }
  }
  const parts = (body.contents as { parts: unknown[] }[]).flatMap((turn) => turn.parts).map(Object)
  return {
    calls: parts.flatMap((part) => part.functionCall?.args ?? []),
    results: parts.flatMap((part) =>
      part.functionResponse ? JSON.stringify(part.functionResponse.response) : [],
    ),
  }
}
