import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { DEFAULT_TOKENS, readDirective, restOf } from './behaviour.ts'
import { startProviderDouble } from './provider-double.ts'

const ask = async (baseUrl: string, content: string) => {
  const body = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content }] })
  const response = await fetch(`${baseUrl}/chat/completions`, { method: 'POST', body })
  const text = await response.text()
  const said = [...text.matchAll(/"content":"((?:[^"\\]|\\.)*)"/g)].map(([, token]) =>
    JSON.parse(`"${token}"`),
  )
  return { status: response.status, text: said.join(''), isDone: text.endsWith('data: [DONE]\n\n') }
}

describe('the provider double', () => {
  it.each([
    ['oi [[status=429 retry-after=1]]', { kind: 'status', status: 429, retryAfter: '1' }],
    ['[[silent]]', { kind: 'noHeaders' }],
    ['[[none]]', { kind: 'noTokens' }],
    ['[[stall@7 heartbeat=50]]', { kind: 'stall', after: 7, heartbeatMs: 50 }],
    ['[[stall]]', { kind: 'stall', after: 3 }],
    ['[[cut@2]]', { kind: 'cut', after: 2, how: 'reset' }],
    ['[[fin@2]]', { kind: 'cut', after: 2, how: 'fin' }],
    ['[[end@2 delay=9]]', { kind: 'cut', after: 2, how: 'end', delayMs: 9 }],
    ['[[fin@2 inside=9]]', { kind: 'cut', after: 2, how: 'fin', inside: 9 }],
    ['[[think=500]]', { kind: 'think', forMs: 500 }],
    [
      '[[calculate times=1]]',
      {
        kind: 'calls',
        tokens: ['Vou ', 'calcular.'],
        calls: [{ input: { conta: { operacao: 'desconto', de: '1.997,00', percentual: '30' } } }],
      },
    ],
    ['[[error@0]]', { kind: 'error', after: 0 }],
    ['[[malformed@1]]', { kind: 'malformed', after: 1 }],
    ['[[empty]]', { kind: 'empty' }],
    ['[[blank]]', { kind: 'empty', text: ' \n ' }],
    ['[[filter@2]]', { kind: 'filter', after: 2 }],
    ['[[length@2]]', { kind: 'length', after: 2 }],
    ['[[split=1]] \n', { kind: 'reply', splitBytes: 1 }],
    ['Ação 🎬\n\nfim [[echo delay=0]]', { kind: 'reply', tokens: ['Ação', ' 🎬\n\n', 'fim'], delayMs: 0 }],
    ['[x] [[echo size=2]]', { kind: 'reply', tokens: ['[x', ']'] }],
  ])('reads %s', (message, behaviour) => {
    expect(readDirective(message)?.behaviour).toEqual(behaviour)
  })

  it('reads a directive at the end of a message only, and refuses unknown words', () => {
    expect(readDirective('[[empty]] e mais')).toBeUndefined()
    expect(readDirective('[[tokens=90 delay=0 times=2]]')).toMatchObject({
      times: 2,
      behaviour: { kind: 'reply', delayMs: 0, tokens: { length: 90 } },
    })
    expect(() => readDirective('[[explode]]')).toThrow('unknown directive')
  })

  it('uses the script first, then the directive as often as stated, then the default', async () => {
    await using double = await startProviderDouble()
    double.setDefault({ kind: 'reply', tokens: ['padrão'] })
    double.script({ kind: 'reply', tokens: ['roteiro'] })
    const answers = []
    for (let index = 0; index < 4; index += 1) {
      answers.push(await ask(double.openaiBaseUrl, 'Oi [[status=500 times=2]]'))
    }

    expect(answers.map(({ status }) => status)).toEqual([200, 500, 500, 200])
    expect(answers.map(({ text }) => text)).toEqual(['roteiro', '', '', 'padrão'])
    expect(double.requests).toHaveLength(4)
  })

  it('continues an exact reply from where it was cut', () => {
    const question = 'Conte [[tokens=3 exact=1]]'
    const whole = readDirective(question)?.behaviour.tokens?.join('') ?? ''
    expect(whole).toBe('palavra 1, palavra 2, palavra 3, ')
    expect(restOf(question, 'palavra 1, pal')).toMatchObject({ tokens: ['avra ', '2, ', 'palavra ', '3, '] })
    expect(restOf(question, 'outra coisa')).toBeUndefined()
    expect(restOf('Conte [[tokens=3]]', 'palavra 1, ')).toBeUndefined()
  })

  it('pauses until released', async () => {
    await using double = await startProviderDouble()
    const gate = Promise.withResolvers<void>()
    double.script({ kind: 'hold', after: 2, until: gate.promise })
    let isAnswered = false
    const asking = ask(double.openaiBaseUrl, 'Oi').finally(() => {
      isAnswered = true
    })
    await expect.poll(() => double.requests.length, { timeout: 10_000 }).toBe(1)
    expect(isAnswered).toBe(false)
    gate.resolve()

    expect(await asking).toEqual({ status: 200, text: DEFAULT_TOKENS.join(''), isDone: true })
  })

  it.each(['SIGTERM', 'stdin'])('runs as a process until %s', async (way) => {
    const script = fileURLToPath(new URL('serve.ts', import.meta.url))
    const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] })
    const exit = once(child, 'exit')
    const [line] = await once(createInterface({ input: child.stdout }), 'line')
    const { openaiBaseUrl } = JSON.parse(line) as { openaiBaseUrl: string }
    expect((await ask(openaiBaseUrl, 'Oi')).text).toBe(DEFAULT_TOKENS.join(''))
    if (way === 'SIGTERM') child.kill('SIGTERM')
    else child.stdin.end()

    expect(await exit).toEqual([0, null])
  })
})
