import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, it } from 'vitest'
import { readEnv } from '../src/server/env.ts'
import { projectRoot } from './project.ts'

const example = readFileSync(join(projectRoot, '.env.example'), 'utf8')
const values = parseEnv(example.replace(/^#(?=[A-Z])/gm, ''))

it('.env.example names exactly the variables that env.ts reads', () => {
  const source = readFileSync(join(projectRoot, 'src/server/env.ts'), 'utf8')
  const read = [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map((match) => match[1])
  expect(Object.keys(values).sort()).toEqual(read.sort())
})

it('.env.example has the defaults', () => {
  expect(readEnv(values)).toEqual(readEnv({}))
})
