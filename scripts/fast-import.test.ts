import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { projectRoot } from './project.ts'

let root = ''
const write = (path: string, content: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'elenco-fast-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/**
 * The JSON that a program with `fastImport` prints. It runs in its own process, because it changes module
 * loading.
 */
function run(program: string): unknown {
  const helper = JSON.stringify(join(projectRoot, 'scripts', 'fast-import.ts'))
  write('main.mjs', `import { fastImport } from ${helper}\n${program}`)
  return JSON.parse(execFileSync(process.execPath, [join(root, 'main.mjs')], { encoding: 'utf8' }))
}

const MODULE = 'export default "module"'
const COMMON = 'module.exports = "commonjs"'

describe('fastImport gives the same as a plain import', () => {
  beforeEach(() => {
    write('node_modules/mixed/package.json', '{ "type": "module", "exports": "./index.js" }')
    write('node_modules/mixed/esm/a.js', MODULE)
    write('node_modules/mixed/esm/b.js', MODULE)
    write('node_modules/mixed/cjs/package.json', '{ "type": "commonjs" }')
    write('node_modules/mixed/cjs/a.js', COMMON)
    write('node_modules/mixed/cjs/b.js', COMMON)
    write('node_modules/mixed/cjs/b.mjs', MODULE)
    write('node_modules/untyped/package.json', '{}')
    write('node_modules/untyped/a.js', MODULE)
    write('node_modules/untyped/b.js', COMMON)
  })

  it.each([
    ['folders of two formats', 'mixed/index.js', ['./esm/a.js', './esm/b.js', './cjs/a.js', './cjs/b.js']],
    ['two extensions in a folder', 'mixed/index.js', ['./cjs/a.js', './cjs/b.mjs', './cjs/b.js']],
    ['files whose format follows from their content', 'untyped/index.mjs', ['./a.js', './b.js', './a.js']],
  ])('for %s', (_, index, files) => {
    write(
      `node_modules/${index}`,
      `${files.map((file, at) => `import v${at} from '${file}'`).join('\n')}
       export default [${files.map((_, at) => `v${at}`)}]`,
    )
    const plain = `import('./node_modules/${index}')`
    const lean = run(`console.log(JSON.stringify((await fastImport(() => ${plain})).default))`)
    const usual = run(`console.log(JSON.stringify((await ${plain}).default))`)
    expect(lean).toEqual(usual)
  })

  it('for packages that bring another version of the same package, and for private names', () => {
    write('node_modules/shared/package.json', '{ "type": "module", "exports": "./index.js" }')
    write('node_modules/shared/index.js', 'export default "outer"')
    for (const name of ['first', '@scope/second']) {
      const { imports, exports } = { imports: { '#own': './own.js' }, exports: './index.js' }
      write(`node_modules/${name}/package.json`, JSON.stringify({ type: 'module', imports, exports }))
      write(`node_modules/${name}/own.js`, `export default 'own of ${name}'`)
      write(
        `node_modules/${name}/index.js`,
        `import own from '#own'; import shared from 'shared'; export default [own, shared]`,
      )
    }
    write('node_modules/@scope/second/node_modules/shared/package.json', '{ "exports": "./index.mjs" }')
    write('node_modules/@scope/second/node_modules/shared/index.mjs', 'export default "inner"')
    write('sub/other.mjs', `export { default } from 'shared'`)
    const program = `await Promise.all(['first', '@scope/second', 'shared', './sub/other.mjs'].map((it) => import(it)))`
    expect(
      run(`console.log(JSON.stringify((await fastImport(async () => ${program})).map((it) => it.default)))`),
    ).toEqual([['own of first', 'outer'], ['own of @scope/second', 'inner'], 'outer', 'outer'])
  })

  it('missing modules are an error', () => {
    write('node_modules/mixed/index.js', 'import "./esm/a.js"; import "./esm/none.js"')
    const program = `await fastImport(() => import('mixed')).catch(({ code }) => console.log(JSON.stringify(code)))`
    expect(['ENOENT', 'ERR_MODULE_NOT_FOUND']).toContain(run(program))
  })
})

it('passkeys find the functions that they import in the module that stands for their package', async () => {
  const plugin = readFileSync(fileURLToPath(import.meta.resolve('@better-auth/passkey')), 'utf8')
  const [, names = ''] = /import \{([^}]+)\} from "@simplewebauthn\/server"/.exec(plugin) ?? []
  const deferred = await import('#server/auth/second-factor/deferred-webauthn.ts')
  expect(Object.keys(deferred).sort()).toEqual(
    names
      .split(',')
      .map((name) => name.trim())
      .sort(),
  )
  const program = `await fastImport(() => import(${JSON.stringify(import.meta.resolve('@better-auth/passkey'))}))`
  const loaded = run(`
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
    ${program}
    console.log(JSON.stringify(loaded))`) as string[]
  expect(loaded.some((url) => url.includes('/@better-auth/passkey/'))).toBe(true)
  expect(loaded.filter((url) => url.includes('/@simplewebauthn/server/'))).toEqual([])
})

it('asks Node once for a package, however many files import it', () => {
  write('node_modules/large/package.json', '{ "type": "module", "exports": { "./*": "./*.js" } }')
  write('node_modules/large/a.js', MODULE)
  write('package.json', '{ "type": "module" }')
  const files = ['src/one.ts', 'src/two.ts', 'src/three.ts']
  for (const file of files) write(file, `export { default } from 'large/a'`)
  const asked = run(`
    import { registerHooks } from 'node:module'
    let asked = []
    // Registered first, so that it sees only the imports that the later hook passes on.
    registerHooks({ resolve: (it, context, next) => { asked.push(it); return next(it, context) } })
    await fastImport(() => Promise.all(${JSON.stringify(files)}.map((file) => import('./' + file))))
    console.log(JSON.stringify(asked))`) as string[]
  expect(asked.filter((it) => it === 'large/a')).toHaveLength(1)
  expect(asked.filter((it) => it.endsWith('.ts'))).toHaveLength(1)
})

it('a later start of TypeScript needs no type eraser', () => {
  write('package.json', '{ "type": "module" }')
  write('main.ts', `console.log(process.moduleLoadList.some((name: string) => name.includes('amaro')))`)
  const preload = join(projectRoot, 'scripts', 'node-version.mjs')
  const start = () =>
    execFileSync(process.execPath, ['--import', preload, join(root, 'main.ts')], {
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '', NODE_COMPILE_CACHE: join(root, 'cache') },
    }).trim()
  expect([start(), start()]).toEqual(['true', 'false'])
})

it('young space stays small while modules load, and may grow afterwards', () => {
  const sizes = run(`
    import { getHeapSpaceStatistics } from 'node:v8'
    const work = () => {
      const kept = Array.from({ length: 200_000 }, () => ({ list: new Array(20).fill(0) }))
      const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
      return kept.length && young.space_size / 2 ** 20
    }
    const during = await fastImport(async () => work())
    console.log(JSON.stringify({ during, after: work() }))`)
  const { during, after } = sizes as { during: number; after: number }
  expect(during).toBeLessThan(8)
  expect(after).toBeGreaterThan(during)
})
