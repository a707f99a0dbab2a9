import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'vite'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

export type RegexLiteral = { file: string; line: number; pattern: string; flags: string }

/** Every regular expression in the server and the contract, and each place that builds one at run time. */
export function readRegexes(): { literals: RegexLiteral[]; made: string[] } {
  const literals: RegexLiteral[] = []
  const made: string[] = []
  const files = globSync('src/{server,shared}/**/*.ts', { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.endsWith('.test.ts') && !file.includes('/testing/'))
    .sort()
  for (const file of files) {
    const code = readFileSync(join(ROOT, file), 'utf8')
    const lineOf = (node: { start: number }) => code.slice(0, node.start).split('\n').length
    const noteMade = (node: { start: number; callee: { type: string } }) => {
      if ('name' in node.callee && node.callee.name === 'RegExp') made.push(`${file}:${lineOf(node)}`)
    }
    new Visitor({
      Literal(node) {
        if (!('regex' in node) || !node.regex) return
        literals.push({ file, line: lineOf(node), ...node.regex })
      },
      NewExpression: noteMade,
      CallExpression: noteMade,
    }).visit(parseSync(file, code).program)
  }
  return { literals, made }
}

/** Whether a repeated group contains a repetition, which may cause catastrophic backtracking. */
export function hasNestedRepeat(pattern: string): boolean {
  const plain = pattern.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x')
  const groups = [...plain.matchAll(/[()]|[*+]|\{\d+,\}/g)]
  const repeatsIn: boolean[] = [false]
  for (const { 0: token, index } of groups) {
    if (token === '(') repeatsIn.push(false)
    else if (token !== ')') repeatsIn[repeatsIn.length - 1] = true
    else if (repeatsIn.pop()) {
      if (/^(?:[*+]|\{\d+,\})/.test(plain.slice(index + 1))) return true
      repeatsIn[repeatsIn.length - 1] = true
    }
  }
  return false
}
