import { Validator } from '@seriousme/openapi-schema-validator'
import { generateSpecs } from 'hono-openapi'
import type { OpenAPIV3_1 } from 'openapi-types'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

/** Of the document; 7,600 with every schema in its place. */
const MAX_BYTES_PER_OPERATION = 1_200

let app: TestApp
let text: string
let document: OpenAPIV3_1.Document
beforeAll(async () => {
  app = await createTestApp()
  text = await (await app.visitor().fetch('GET', '/api/openapi.json')).text()
  document = JSON.parse(text)
})
afterAll(() => app.close())

/** The component that a reference names. @throws when there is none. */
function resolve(ref: string): unknown {
  const [root, ...names] = ref.split('/')
  let found: unknown = root === '#' ? document : undefined
  for (const name of names) found = Object(found)[name]
  if (found === undefined) throw new Error(`${ref} leads nowhere`)
  return found
}

/** The value with each component in place of its reference. */
function whole(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(whole)
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value) return whole(resolve(String(value.$ref)))
  const parts = Object.fromEntries(Object.entries(value).map(([key, it]) => [key, whole(it)]))
  const [base, own, ...others] = Array.isArray(parts.allOf) ? parts.allOf.map(Object) : []
  if (!own || others.length > 0 || Object.keys(own).join() !== 'properties') return parts
  return { ...base, properties: { ...base.properties, ...own.properties } }
}

test('refers to shared schemas, and stays small', () => {
  const operations = Object.values(document.paths ?? {}).flatMap((item) => Object.keys(item ?? {}))
  expect(operations.length).toBeGreaterThan(200)
  expect(Buffer.byteLength(text) / operations.length).toBeLessThan(MAX_BYTES_PER_OPERATION)
  expect(Object.keys(document.components?.schemas ?? {})).toEqual(
    expect.arrayContaining(['Agent', 'Chat', 'Failure', 'Message', 'Product']),
  )
})

test('is valid', async () => {
  expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true })
})

test('says the same as the routes, reference by reference', async () => {
  const { paths } = await generateSpecs(createApp(app.server.deps))
  expect(whole(document.paths)).toEqual(JSON.parse(JSON.stringify(paths)))
})

test('has valid names, and no component without a reference', () => {
  const { securitySchemes: _unreferenced, ...kinds } = document.components ?? {}
  for (const [kind, named] of Object.entries(kinds)) {
    const names = Object.keys(named)
    expect(names.length).toBeGreaterThan(5)
    expect(names.filter((name) => !/^[A-Za-z][A-Za-z0-9._-]*$/.test(name))).toEqual([])
    expect(names.filter((name) => !text.includes(`"#/components/${kind}/${name}"`))).toEqual([])
  }
})

test('declares each parameter of a path, and names each operation once', () => {
  const ids: (string | undefined)[] = []
  for (const [path, item] of Object.entries(whole(document.paths) as OpenAPIV3_1.PathsObject)) {
    for (const operation of Object.values(item ?? {}) as OpenAPIV3_1.OperationObject[]) {
      ids.push(operation.operationId)
      const declared = (operation.parameters as OpenAPIV3_1.ParameterObject[] | undefined) ?? []
      const inPath = declared.filter((it) => it.in === 'path').map(({ name }) => name)
      const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect([path, inPath.sort()]).toEqual([path, wanted.sort()])
      expect([path, Object.keys(operation.responses ?? {}).length > 0]).toEqual([path, true])
    }
  }
  expect(new Set(ids).size).toBe(ids.length)
})
