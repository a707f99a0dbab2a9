import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, it } from 'vitest'
import { DEFAULT_MODELS } from '../src/server/ai/providers/ai-settings.ts'
import { readEnv } from '../src/server/env.ts'
import { projectRoot } from './project.ts'

const example = readFileSync(join(projectRoot, '.env.example'), 'utf8')
const values = parseEnv(example.replace(/^#(?=[A-Z])/gm, ''))

it('.env.example names exactly the variables that env.ts reads', () => {
  const source = readFileSync(join(projectRoot, 'src/server/env.ts'), 'utf8')
  const read = [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map((match) => match[1])
  expect(Object.keys(values).sort()).toEqual(read.sort())
})

it('.env.example and the README name the models that answer by default', () => {
  const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8')
  const { openai, google } = DEFAULT_MODELS
  expect(readme).toContain(`| \`OPENAI_MODEL\`, \`GOOGLE_MODEL\` | \`${openai}\`, \`${google}\` |`)
  expect(readme).toContain(`\`OPENAI_MODEL\` is \`${openai}\` by default`)
  expect(readme).toContain(`\`GOOGLE_MODEL\` is \`${google}\` by default`)
  expect(example).toMatch(new RegExp(`Default: ${openai}, .*\n#OPENAI_MODEL=`))
  expect(example).toContain(`Default: ${google}.\n#GOOGLE_MODEL=`)
})

it('.env.example has the defaults', () => {
  expect(readEnv(values)).toEqual(readEnv({}))
})
