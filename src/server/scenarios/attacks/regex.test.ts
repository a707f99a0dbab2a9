import type { OpenAPIV3_1 } from 'openapi-types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasNestedRepeat, readRegexes } from '../../testing/regex-literals.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Schema = OpenAPIV3_1.SchemaObject & { prefixItems?: Schema[] }

/** The shared schemas of the document, by their references. */
const shared = new Map<string, Schema>()

/** Paths of the strings in a schema without a maximum length. */
function endlessTexts(given: Schema, path = 'body'): string[] {
  const schema = shared.get(Object(given).$ref) ?? given
  const { properties = {}, anyOf = [], oneOf = [], allOf = [], pattern = '' } = schema
  const items = 'items' in schema && schema.items ? [schema.items as Schema] : []
  const inner = [
    ...Object.entries(properties).flatMap(([name, it]) => endlessTexts(it as Schema, `${path}.${name}`)),
    ...[...anyOf, ...oneOf, ...allOf, ...items].flatMap((it) => endlessTexts(it as Schema, path)),
  ]
  const isShort = /^\^.*\$$/.test(pattern) && !/[*+]|\{\d+,\}/.test(pattern.replace(/\\./g, ''))
  const isEndless =
    schema.type === 'string' && schema.maxLength === undefined && !schema.enum && !schema.const && !isShort
  const isEndlessList = schema.type === 'array' && schema.maxItems === undefined
  return [...inner, ...(isEndless ? [path] : []), ...(isEndlessList ? [`${path}[]`] : [])]
}

// The other half of this row, running time, is measured by `npm run bench:redos`.
describe('A42 regular expressions', () => {
  test('every string and list in a body has a maximum length', async () => {
    const { body } = await app.visitor().call('GET', '/api/openapi.json')
    const { paths = {}, components } = body as OpenAPIV3_1.Document
    for (const [name, schema] of Object.entries(components?.schemas ?? {})) {
      shared.set(`#/components/schemas/${name}`, schema as Schema)
    }
    expect(shared.size).toBeGreaterThan(50)
    const bodies = Object.entries(paths).flatMap(([path, item]) =>
      Object.values(item ?? {}).flatMap((operation) => {
        const content = Object(operation).requestBody?.content?.['application/json']
        return content ? [{ path, schema: content.schema as Schema }] : []
      }),
    )
    expect(bodies.length).toBeGreaterThan(4)
    const endless = bodies.flatMap(({ path, schema }) => endlessTexts(schema).map((it) => `${path} ${it}`))
    expect(endless).toEqual([])
    // Control: an unlimited string is found.
    expect(endlessTexts({ type: 'object', properties: { a: { type: 'string' } } })).toEqual(['body.a'])
  })

  test('no pattern is built from user input', () => {
    expect(readRegexes().made).toEqual([])
  })

  test('no pattern repeats a repetition', () => {
    const { literals } = readRegexes()
    expect(literals.length).toBeGreaterThan(20)
    expect(literals.filter(({ pattern }) => hasNestedRepeat(pattern))).toEqual([])
    for (const pattern of ['(a+)+$', '(?:x*y)*', '((a|b)+c){2,}', '([a-z]+\\.)+z']) {
      expect([pattern, hasNestedRepeat(pattern)]).toEqual([pattern, true])
    }
    for (const pattern of ['(a+)b+', '(?:ab)+', '^(\\d{10,11})?$', '\\(a+\\)+', '[(+)]+']) {
      expect([pattern, hasNestedRepeat(pattern)]).toEqual([pattern, false])
    }
  })
})
