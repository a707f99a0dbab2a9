import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readEnv } from '../src/server/env.ts'
import { projectRoot } from './project.ts'

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')
const compose = read('compose.yaml')
const example = parseEnv(read('deploy/compose.env.example').replace(/^#(?=[A-Z])/gm, ''))
const services = [...(compose.split('\nservices:')[1]?.matchAll(/^ {2}([a-z0-9-]+):$/gm) ?? [])].map(
  (it) => it[1],
)

/** The environment of an instance in compose.yaml, with the values of the example. */
function environment(): Record<string, string> {
  const block = /\n {2}environment:\n((?: {4}.*\n)+)/.exec(compose)?.[1] ?? ''
  const secret = 'a'.repeat(64)
  const lines = [...block.matchAll(/^ {4}([A-Z0-9_]+): '?(.*?)'?$/gm)]
  return Object.fromEntries(
    lines.map(([, name = '', value = '']) => [
      name,
      value.replaceAll(/\$\{([A-Z0-9_]+)[^}]*\}/g, (_, variable) => example[variable] || secret),
    ]),
  )
}

describe('the deployment in compose.yaml', () => {
  it('starts: instances get known variables only, and all that they must share', () => {
    const env = readEnv(environment())
    expect(env).toMatchObject({ host: '0.0.0.0', port: 3000, dataDir: '/data', trustProxy: true })
    expect([env.databaseUrl, env.redisUrl, env.secret, env.s3].every(Boolean)).toBe(true)
    const known = [...read('src/server/env.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map((it) => it[1])
    expect(known).toEqual(expect.arrayContaining(Object.keys(environment())))
  })

  it('requires only variables that its example names', () => {
    const asked = [...compose.matchAll(/\$\{([A-Z0-9_]+)/g)].map((it) => it[1])
    expect([...new Set(asked)].sort()).toEqual(Object.keys(example).sort())
  })

  it('contains each instance in nginx’s upstream', () => {
    const servers = [...read('deploy/nginx.conf').matchAll(/^ *server (app-\d+):3000 /gm)].map((it) => it[1])
    expect([...new Set(servers)]).toEqual(services.filter((name) => name?.startsWith('app-')))
    expect(servers.length).toBeGreaterThan(1)
  })

  it('addresses services by their names', () => {
    const hosts = ['DATABASE_URL', 'REDIS_URL', 'S3_ENDPOINT'].map(
      (name) => new URL(environment()[name] ?? '').hostname,
    )
    expect(services).toEqual(expect.arrayContaining(hosts))
  })
})
