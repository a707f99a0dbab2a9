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
  test('needs no variables: each has a default', () => {
    expect(readEnv({})).toMatchObject({
      port: 3000,
      host: 'localhost',
      appUrl: 'http://localhost:3000',
      isLoopback: true,
      dataDir: './data',
      rateLimits: true,
      trustedProxies: 0,
      shutdownGraceMs: 25_000,
      ai: { openai: {}, google: {}, firstTokenTimeoutMs: 60_000, stallTimeoutMs: 45_000 },
    })
  })

  test('trusts the names of this machine, and no other origin', () => {
    expect(readEnv({ PORT: '4100' }).origins).toEqual([
      'http://localhost:4100',
      'http://127.0.0.1:4100',
      'http://[::1]:4100',
    ])
    expect(readEnv({ HOST: '0.0.0.0', APP_URL: 'https://elenco.com.br/' }).origins).toEqual([
      'https://elenco.com.br',
    ])
  })

  test('reports each mistake in its own line, without the value', () => {
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

  test('requires APP_URL on a public interface, and keeps the limits on', () => {
    expect(problemsOf({ HOST: '0.0.0.0', RATE_LIMITS: 'off', PORT: 'abc' })).toEqual([
      'PORT deve ser um número',
      'APP_URL é obrigatória quando HOST não é local',
      'RATE_LIMITS=off só é aceito com HOST local',
    ])
  })

  test('sends mail from the configured sender, else from the public host', () => {
    const from = (source: Record<string, string>) => readEnv(source).mail.from
    expect(from({ MAIL_FROM: 'Elenco Teatro <oi@elenco.com.br>' })).toEqual({
      name: 'Elenco Teatro',
      address: 'oi@elenco.com.br',
    })
    expect(from({ MAIL_FROM: '"Elenco, o app" <oi@elenco.com.br>' }).name).toBe('Elenco, o app')
    expect(from({ MAIL_FROM: 'oi@elenco.com.br' })).toEqual({ name: 'Elenco', address: 'oi@elenco.com.br' })
    expect(from({ APP_URL: 'https://elenco.com.br' }).address).toBe('nao-responda@elenco.com.br')
    expect(from({ APP_URL: 'http://127.0.0.1:3000' }).address).toBe('nao-responda@localhost')
    expect(readEnv({}).mail.smtpUrl).toBeUndefined()
  })

  test('refuses an invalid mail server or sender; the password is a secret', () => {
    for (const MAIL_FROM of [
      'Elenco',
      'oi@',
      'Elenco <oi@elenco.com.br',
      'oi@elenco.com.br>',
      'E\r\nBcc: a@b.c <a@b.c>',
    ]) {
      expect(problemsOf({ MAIL_FROM }), MAIL_FROM).toEqual(['MAIL_FROM deve ser um e-mail, ou Nome <e-mail>'])
    }
    expect(problemsOf({ SMTP_URL: 'http://segredo' })).toEqual([
      'SMTP_URL deve ser um endereço smtp:// ou smtps://',
    ])
    const { confidential } = readEnv({ SMTP_URL: 'smtp://elenco:senha%2Fdo%2Fcorreio@localhost' })
    expect(confidential).toEqual(expect.arrayContaining(['senha/do/correio', 'senha%2Fdo%2Fcorreio']))
  })

  test('refuses an invalid Redis address; its password is a secret', () => {
    expect(problemsOf({ REDIS_URL: 'http://segredo' })).toEqual([
      'REDIS_URL deve ser um endereço redis:// ou rediss://',
    ])
    for (const REDIS_URL of [
      'redis://:senha%2Fdo%2Fredis@localhost',
      'rediss://elenco:senha%2Fdo%2Fredis@r',
    ]) {
      const { redisUrl, confidential } = readEnv({ REDIS_URL })
      expect(redisUrl).toBe(REDIS_URL)
      expect(confidential).toEqual(expect.arrayContaining(['senha/do/redis', 'senha%2Fdo%2Fredis']))
    }
    expect(readEnv({}).redisUrl).toBeUndefined()
  })

  test('requires a metrics token that fits in a header and is not a word; it is a secret', () => {
    const METRICS_TOKEN = 'kZ8.q~w+7/A=_-90'
    const { metricsToken, confidential } = readEnv({ METRICS_TOKEN })
    expect([metricsToken, confidential]).toEqual([METRICS_TOKEN, [METRICS_TOKEN]])
    expect(readEnv({}).metricsToken).toBeUndefined()
    for (const token of ['curto', 'com espaço no meio dele', 'com-açento-0123456789']) {
      expect(problemsOf({ METRICS_TOKEN: token })).toEqual([
        'METRICS_TOKEN deve ter no mínimo 16 letras, números ou sinais . _ ~ + / = -',
      ])
    }
  })

  test('requires both Google keys or neither; the secret is confidential', () => {
    const keys = { GOOGLE_CLIENT_ID: 'cliente.apps', GOOGLE_CLIENT_SECRET: 'segredo-do-cliente' }
    const { google, confidential } = readEnv(keys)
    expect(google).toEqual({
      clientId: 'cliente.apps',
      clientSecret: 'segredo-do-cliente',
      issuer: 'https://accounts.google.com',
    })
    expect(confidential).toContain('segredo-do-cliente')
    expect(readEnv({}).google).toBeUndefined()
    for (const name of ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'] as const) {
      const other = name === 'GOOGLE_CLIENT_ID' ? 'GOOGLE_CLIENT_SECRET' : 'GOOGLE_CLIENT_ID'
      expect(problemsOf({ [name]: keys[name] })).toEqual([`${name} precisa de ${other}`])
    }
    expect(problemsOf({ ...keys, GOOGLE_ISSUER: 'contas' })).toHaveLength(1)
  })

  test('A50 requires previous secrets of full length; they are secrets', () => {
    const [one, two] = ['a'.repeat(32), 'b'.repeat(40)]
    const { previousSecrets, confidential } = readEnv({ SECRET_PREVIOUS: `${one}, ${two}` })
    expect(previousSecrets).toEqual([one, two])
    expect(confidential).toEqual(expect.arrayContaining([one, two]))
    expect(readEnv({}).previousSecrets).toEqual([])
    for (const SECRET_PREVIOUS of ['curto', `${one},curto`, `${one},`, ',']) {
      expect(problemsOf({ SECRET_PREVIOUS })).toEqual([
        'SECRET_PREVIOUS deve ter segredos de no mínimo 32 caracteres, separados por vírgula',
      ])
    }
  })

  test('A38 requires both the Stripe key and its webhook secrets or neither; they are secrets', () => {
    const keys = {
      STRIPE_SECRET_KEY: 'rk_live_chaveDoStripe',
      STRIPE_WEBHOOK_SECRET: 'whsec_de_agora, whsec_de_antes',
    }
    const { stripe, confidential } = readEnv(keys)
    expect(stripe).toEqual({
      secretKey: 'rk_live_chaveDoStripe',
      webhookSecrets: ['whsec_de_agora', 'whsec_de_antes'],
      baseUrl: 'https://api.stripe.com',
    })
    expect(confidential).toEqual(
      expect.arrayContaining(['rk_live_chaveDoStripe', 'whsec_de_agora', 'whsec_de_antes']),
    )
    expect(readEnv({}).stripe).toBeUndefined()
    for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const) {
      const other = name === 'STRIPE_SECRET_KEY' ? 'STRIPE_WEBHOOK_SECRET' : 'STRIPE_SECRET_KEY'
      expect(problemsOf({ [name]: keys[name] })).toEqual([
        expect.stringMatching(new RegExp(`^${name} precisa de ${other}`)),
      ])
    }
    for (const STRIPE_SECRET_KEY of ['pk_live_chaveDoStripe', 'segredo', 'sk_', 'sk_live_com espaço']) {
      expect(problemsOf({ ...keys, STRIPE_SECRET_KEY })).toEqual([
        'STRIPE_SECRET_KEY deve ser uma chave secreta do Stripe, sk_… ou rk_…',
      ])
    }
  })

  test('uses https for a Stripe key, except to this machine', () => {
    const base = (STRIPE_BASE_URL: string) => problemsOf({ STRIPE_BASE_URL })
    for (const url of [
      'http://127.0.0.1:12111',
      'http://localhost',
      'http://[::1]:80',
      'https://stripe.exemplo',
    ]) {
      expect([url, base(url)]).toEqual([url, []])
    }
    for (const url of [
      'http://stripe.exemplo',
      'http://127.0.0.1.exemplo',
      'http://localhost.exemplo:3000',
    ]) {
      expect([url, base(url)]).toEqual([
        url,
        ['STRIPE_BASE_URL deve começar com https:// quando não é desta máquina'],
      ])
    }
    expect(base('ftp://stripe.exemplo')).toHaveLength(1)
  })

  test('requires both parameter names of Hubla’s page or neither', () => {
    const prefill = (HUBLA_PREFILL_PARAMS: string) => readEnv({ HUBLA_PREFILL_PARAMS }).hublaPrefill
    expect(readEnv({}).hublaPrefill).toEqual({ name: 'name', email: 'email' })
    expect(prefill('nome,e-mail')).toEqual({ name: 'nome', email: 'e-mail' })
    expect(prefill('off')).toBeUndefined()
    for (const HUBLA_PREFILL_PARAMS of ['name', 'a,b,c', ',b', 'a&x=1,b', 'false']) {
      expect(problemsOf({ HUBLA_PREFILL_PARAMS })).toEqual([
        'HUBLA_PREFILL_PARAMS deve ser off, ou dois nomes separados por vírgula',
      ])
    }
  })

  test('A39 requires Hubla’s tokens, one or several, of full length; they are secrets', () => {
    const { hublaTokens, confidential } = readEnv({ HUBLA_WEBHOOK_TOKEN: 'token-um-1, token-dois-2' })
    expect(hublaTokens).toEqual(['token-um-1', 'token-dois-2'])
    expect(confidential).toEqual(expect.arrayContaining(hublaTokens))
    expect(readEnv({}).hublaTokens).toEqual([])
    for (const secret of ['curto', 'token-um-1,', ',', 'token-um-1,x', 'com espaço dentro']) {
      const text = 'deve ter segredos de no mínimo 8 caracteres, sem espaços, separados por vírgula'
      expect(problemsOf({ HUBLA_WEBHOOK_TOKEN: secret })).toEqual([`HUBLA_WEBHOOK_TOKEN ${text}`])
      expect(problemsOf({ STRIPE_WEBHOOK_SECRET: secret, STRIPE_SECRET_KEY: 'sk_test_12345678' })).toEqual([
        `STRIPE_WEBHOOK_SECRET ${text}`,
      ])
    }
  })

  test('treats an empty value as absent', () => {
    expect(readEnv({ OPENAI_API_KEY: '', PORT: ' ' }).ai.openai).toEqual({})
  })

  test('requires all settings of an object store or none; its secret is confidential', () => {
    const store = {
      S3_ENDPOINT: 'https://s3.sa-east-1.amazonaws.com',
      S3_BUCKET: 'elenco-arquivos',
      S3_REGION: 'sa-east-1',
      S3_ACCESS_KEY_ID: 'AKID',
      S3_SECRET_ACCESS_KEY: 'segredo-do-armazenamento',
    }
    const { s3, confidential } = readEnv(store)
    expect(s3).toEqual({
      endpoint: store.S3_ENDPOINT,
      bucket: store.S3_BUCKET,
      region: store.S3_REGION,
      accessKeyId: store.S3_ACCESS_KEY_ID,
      secretAccessKey: store.S3_SECRET_ACCESS_KEY,
    })
    expect(confidential).toContain('segredo-do-armazenamento')
    expect(readEnv({}).s3).toBeUndefined()
    for (const name of Object.keys(store)) {
      const problems = problemsOf({ ...store, [name]: '' })
      expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} falta: `))])
    }
    expect(problemsOf({ ...store, S3_BUCKET: '../outro' })).toEqual([
      'S3_BUCKET deve ser o nome de um bucket',
    ])
  })

  test('counts trusted proxies, or names them', () => {
    const trusted = (TRUST_PROXY: string) => readEnv({ TRUST_PROXY }).trustedProxies
    expect(['true', 'on', 'YES', '1', 'false', 'off', '0', '3', ' 2 '].map(trusted)).toEqual([
      ...[1, 1, 1, 1, 0, 0, 0, 3, 2],
    ])
    const ranges = trusted('10.0.0.0/8, 127.0.0.1,2001:db8::/32')
    expect(Object(ranges).map(([network, prefix]: [unknown, number]) => `${network}/${prefix}`)).toEqual([
      ...['10.0.0.0/8', '127.0.0.1/32', '2001:db8::/32'],
    ])
    for (const TRUST_PROXY of [
      '21',
      '-1',
      '1.5',
      'sim',
      '10/8',
      '10.0.0.0/33',
      '10.0.0.0/8,',
      '::ffff:10.0.0.0/104',
    ]) {
      expect([TRUST_PROXY, problemsOf({ TRUST_PROXY })]).toEqual([
        TRUST_PROXY,
        [expect.stringMatching(/^TRUST_PROXY deve ser true, false, um número/)],
      ])
    }
  })
})
