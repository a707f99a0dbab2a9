import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
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
      value.replaceAll(/\$\{([A-Z0-9_]+)(?::-([^}]+))?[^}]*\}/g, (_, variable, preset) => {
        return preset ?? (example[variable] || secret)
      }),
    ]),
  )
}

describe('the deployment in compose.yaml', () => {
  it('starts: instances get known variables only, and all that they must share', () => {
    const env = readEnv(environment())
    expect(env).toMatchObject({ host: '0.0.0.0', port: 3000, dataDir: '/data', trustedProxies: 1 })
    expect([env.databaseUrl, env.redisUrl, env.secret, env.s3].every(Boolean)).toBe(true)
    const known = [...read('src/server/env.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map((it) => it[1])
    expect(known).toEqual(expect.arrayContaining(Object.keys(environment())))
  })

  it('requires only variables that its example names', () => {
    const asked = [...compose.matchAll(/\$\{([A-Z0-9_]+)/g)].map((it) => it[1])
    expect([...new Set(asked)].sort()).toEqual(Object.keys(example).sort())
  })

  it('contains each instance in nginx’s upstream', () => {
    const servers = [...read('deploy/nginx.conf').matchAll(/^ *server (172\.31\.77\.\d+):3000 /gm)].map(
      (it) => it[1],
    )
    const instances = [...compose.matchAll(/^ {2}app-\d+:\n(?: {4}.*\n)*? {8}ipv4_address: (.*)$/gm)].map(
      (it) => it[1],
    )
    expect([...new Set(servers)]).toEqual(instances)
    expect(instances).toHaveLength(services.filter((name) => name?.startsWith('app-')).length)
    expect(instances.length).toBeGreaterThan(1)
  })

  it('rotates the log of each service that stays up', () => {
    const blocks = compose.split('\nservices:')[1]?.split(/^ {2}(?=[a-z0-9-]+:$)/m) ?? []
    const lasting = blocks.filter((block) => /restart: |<<: \*app/.test(block))
    expect(lasting.length).toBeGreaterThan(5)
    expect(lasting.filter((block) => !/logging: \*logging|<<: \*app/.test(block))).toEqual([])
    expect(compose).toMatch(
      /logging: &logging\n +driver: json-file\n +options:\n +max-size: .*\n +max-file: /,
    )
  })

  it('addresses services by their names', () => {
    const hosts = ['DATABASE_URL', 'REDIS_URL', 'S3_ENDPOINT'].map(
      (name) => new URL(environment()[name] ?? '').hostname,
    )
    expect(services).toEqual(expect.arrayContaining(hosts))
  })
})

const systemdAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0

describe.skipIf(!systemdAnalyze)('the systemd unit', () => {
  it('is accepted by systemd, starts the command of npm start, and may stop in time', () => {
    const unit = read('deploy/elenco.service')
    const start: string = JSON.parse(read('package.json')).scripts.start
    expect(unit).toContain(`ExecStart=/srv/elenco/node_modules/.bin/${start.replace(/^exec /, '')}\n`)
    const folder = mkdtempSync(join(tmpdir(), 'elenco-unit-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'elenco.service')
    writeFileSync(file, unit.replaceAll('/srv/elenco', projectRoot).replace('User=elenco', 'User=root'))
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--recursive-errors=no', file], {
      encoding: 'utf8',
    })
    expect([status, stderr.split('\n').filter((line) => line.includes('elenco.service'))]).toEqual([0, []])
    const { shutdownGraceMs } = readEnv({})
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(shutdownGraceMs / 1_000 + 20)
  })
})

describe('the visitor’s address', () => {
  const nginx = read('deploy/nginx.conf')
  const documents = ['README.md', 'docs/scaling.md', 'deploy/compose.env.example', 'deploy/nginx.conf']

  it('passes only through nginx, which appends it, in every location', () => {
    const ports = [...compose.matchAll(/^ {2}([a-z0-9-]+):\n(?: {4}.*\n|\n)*? {4}ports:/gm)].map(
      (it) => it[1],
    )
    expect(ports).toEqual(['nginx'])
    // A location that sets a header of its own would lose all of them.
    const set = nginx.match(/^ *proxy_set_header X-Forwarded-For .*$/gm)
    expect(set).toEqual(['    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;'])
    for (const [location] of nginx.matchAll(/location [^{]*\{[^}]*\}/g)) {
      expect(location).not.toContain('proxy_set_header')
    }
  })

  it('is trusted for as many proxies as there are, in compose.yaml and in the documents alike', () => {
    expect([readEnv(environment()).trustedProxies, example.TRUST_PROXY]).toEqual([1, '1'])
    for (const path of documents) {
      const named = [...read(path).matchAll(/\bTRUST_PROXY=([^\s`,.;]+)/g)].map((it) => it[1])
      expect([path, named.length > 0]).toEqual([path, true])
      // One for nginx or a single proxy, two with another one in front of it.
      expect([path, named.filter((value) => value !== '1' && value !== '2')]).toEqual([path, []])
    }
    for (const path of ['README.md', 'deploy/compose.env.example', 'deploy/nginx.conf']) {
      expect([path, read(path).includes('TRUST_PROXY=2')]).toEqual([path, true])
    }
  })
})
