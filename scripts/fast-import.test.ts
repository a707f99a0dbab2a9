import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
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

  it('missing modules are an error', () => {
    write('node_modules/mixed/index.js', 'import "./esm/a.js"; import "./esm/none.js"')
    const program = `await fastImport(() => import('mixed')).catch(({ code }) => console.log(JSON.stringify(code)))`
    expect(['ENOENT', 'ERR_MODULE_NOT_FOUND']).toContain(run(program))
  })
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
