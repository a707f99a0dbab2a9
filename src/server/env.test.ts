import { describe, expect, test } from 'vitest'
import { EnvError, readEnv } from './env.ts'

const problemsOf = (source: Record<string, string>): string[] => {
  try {
    readEnv(source)
    return []
  } catch (error) {
    if (error instanceof EnvError) return error.problems
    throw error
  }
}

describe('the environment', () => {
  test('needs nothing: every variable has a default', () => {
    expect(readEnv({})).toMatchObject({
      port: 3000,
      host: 'localhost',
      appUrl: 'http://localhost:3000',
      isLoopback: true,
      dataDir: './data',
      rateLimits: true,
      trustProxy: false,
      shutdownGraceMs: 25_000,
      ai: { openai: {}, google: {}, firstTokenTimeoutMs: 60_000, stallTimeoutMs: 45_000 },
    })
  })

  test('trusts the spellings of this machine, and no other origin', () => {
    expect(readEnv({ PORT: '4100' }).origins).toEqual([
      'http://localhost:4100',
      'http://127.0.0.1:4100',
      'http://[::1]:4100',
    ])
    expect(readEnv({ HOST: '0.0.0.0', APP_URL: 'https://elenco.com.br/' }).origins).toEqual([
      'https://elenco.com.br',
    ])
  })

  test('says every mistake in a line of its own, without the value', () => {
    const problems = problemsOf({
      PORT: 'abc',
      APP_URL: 'ftp://segredo',
      RATE_LIMITS: 'talvez',
      SECRET: 'curto',
      DATABASE_URL: 'mysql://usuario:senha@banco/elenco',
    })
    expect(problems).toHaveLength(5)
    for (const name of ['PORT', 'APP_URL', 'RATE_LIMITS', 'SECRET', 'DATABASE_URL']) {
      expect(problems.filter((line) => line.startsWith(`${name} `))).toHaveLength(1)
    }
    expect(problems.join()).not.toMatch(/segredo|curto|senha/)
  })

  test('beyond loopback asks for APP_URL and keeps the limits on', () => {
    expect(problemsOf({ HOST: '0.0.0.0', RATE_LIMITS: 'off', PORT: 'abc' })).toEqual([
      'PORT deve ser um número',
      'APP_URL é obrigatória quando HOST não é local',
      'RATE_LIMITS=off só é aceito com HOST local',
    ])
  })

  test('an empty value is no value', () => {
    expect(readEnv({ OPENAI_API_KEY: '', PORT: ' ' }).ai.openai).toEqual({})
  })
})
