import { resolver } from 'hono-openapi'
import type { OpenAPIV3_1 } from 'openapi-types'
import { z } from 'zod'

type Schema = { [key: string]: unknown }

/** A shorter schema is better read in its place than behind a name. */
const MIN_SHARED_LENGTH = 55

/** Fewer equal parameters of queries are shorter in their places. */
const MIN_USES = 5

/** Keywords of JSON Schema whose value is a schema, a list of schemas, or schemas by name. */
const ONE = ['items', 'additionalProperties', 'propertyNames', 'not', 'contains']
const MANY = ['anyOf', 'oneOf', 'allOf', 'prefixItems']
const NAMED = ['properties', 'patternProperties', '$defs']

const PLACES: Record<string, string> = { requestBody: 'body', responses: 'answer' }

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Equal for equal schemas, however their keys are ordered. */
const keyOf = (schema: unknown): string =>
  JSON.stringify(schema, (_, value) =>
    isSchema(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  )

const pascal = (words: string) =>
  words.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9]?)/g, (_, first: string) => first.toUpperCase())

/** The schema with `change` applied to each schema directly in it, and the word that names each one's place. */
function mapParts(schema: Schema, hint: string, change: (part: Schema, hint: string) => unknown): Schema {
  const each = (value: unknown, name: string) => (isSchema(value) ? change(value, name) : value)
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (ONE.includes(key)) return [key, each(value, key === 'items' ? `${hint} item` : hint)]
      if (MANY.includes(key) && Array.isArray(value)) return [key, value.map((it) => each(it, hint))]
      if (!NAMED.includes(key) || !isSchema(value)) return [key, value]
      return [key, Object.fromEntries(Object.entries(value).map(([name, it]) => [name, each(it, name)]))]
    }),
  )
}

/** Applies `change` to the schema of each parameter, body and response. */
function mapContents(document: OpenAPIV3_1.Document, change: (schema: Schema, hint: string) => unknown) {
  const visit = (value: unknown, hint: string): unknown => {
    if (Array.isArray(value)) return value.map((it) => visit(it, hint))
    if (!isSchema(value)) return value
    const place = [value.operationId, value.name, hint].find((it) => typeof it === 'string')
    return Object.fromEntries(
      Object.entries(value).map(([key, it]) => {
        const part = key in PLACES ? `${place} ${PLACES[key]}` : String(place)
        return [key, key === 'schema' && isSchema(it) ? change(it, part) : visit(it, part)]
      }),
    )
  }
  return { ...document, paths: visit(document.paths, '') as OpenAPIV3_1.PathsObject }
}

/** Names of the contract's schemas by their form, from modules of `src/shared/contract`. */
export async function namesOf(modules: readonly object[]): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const [name, schema] of modules.flatMap((module) => Object.entries(module))) {
    if (!(schema instanceof z.ZodType) || !/^[A-Z][a-z]/.test(name)) continue
    // A schema with a transformation has no form of its own.
    const form = await resolver(schema)
      .toOpenAPISchema()
      .catch(() => undefined)
    const key = keyOf(form?.schema)
    if (form && !names.has(key)) names.set(key, name)
  }
  return names
}

/**
 * Moves schemas and failures that occur more than once to the document's components, under the contract's names where it
 * has one, else named after their format or field. The meaning of the document stays the same.
 */
export function shareComponents(
  document: OpenAPIV3_1.Document,
  contractNames: ReadonlyMap<string, string>,
): OpenAPIV3_1.Document {
  const seen = new Map<string, { schema: Schema; hint: string; count: number }>()
  const count = (schema: Schema, hint: string): Schema => {
    const key = keyOf(schema)
    const known = seen.get(key)
    seen.set(key, { schema, hint: known?.hint ?? hint, count: (known?.count ?? 0) + 1 })
    return mapParts(schema, hint, count)
  }
  mapContents(document, count)

  const taken = new Set<string>()
  const refs = new Map<string, string>()
  for (const [key, { schema, hint, count }] of seen) {
    if (count < 2 || key.length < MIN_SHARED_LENGTH) continue
    const wanted = contractNames.get(key) ?? answerOf(schema, contractNames) ?? pascal(wordOf(schema, hint))
    const free = Array.from({ length: seen.size }, (_, index) =>
      index === 0 ? wanted : `${wanted}${index + 1}`,
    )
    const name = free.find((it) => !taken.has(it)) ?? wanted
    taken.add(name)
    refs.set(key, name)
  }

  const replace = (schema: Schema, hint: string): Schema => {
    const name = refs.get(keyOf(schema))
    return name ? { $ref: `#/components/schemas/${name}` } : mapParts(schema, hint, replace)
  }
  const schemas = [...refs].map(([key, name]) => {
    const { schema, hint } = seen.get(key) ?? { schema: {}, hint: '' }
    return [name, mapParts(schema, hint, replace)] as const
  })
  const bases = new Bases(taken)
  const named = schemas.map(([name, schema]) => [name, bases.extend(schema)] as const)
  const shared = mapContents(mapContents(document, replace), (schema) => bases.extend(schema))
  const { responses, parameters, paths } = shareParts(shared.paths ?? {})
  const byName = <T>(entries: Iterable<readonly [string, T]>) =>
    Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)))
  return {
    ...shared,
    paths,
    components: {
      ...document.components,
      schemas: byName([...named, ...bases.schemas]),
      responses: byName(responses),
      parameters: byName(parameters),
    },
  }
}

/** The name of an envelope whose data has one in the contract. */
function answerOf({ properties }: Schema, names: ReadonlyMap<string, string>): string | undefined {
  const data = isSchema(properties) && 'success' in properties ? names.get(keyOf(properties.data)) : undefined
  return data && `${data}Answer`
}

const wordOf = ({ format }: Schema, hint: string) =>
  typeof format === 'string' ? format : hint.replace('ApiV1', '')

/** Forms that differ in one property: the envelope of a success, and the page of a list. */
const EXTENDED = [
  { name: 'Success', own: 'data', form: 'data,message,success,timestamp' },
  { name: 'Page', own: 'items', form: 'hasMore,items,nextCursor' },
]

/** Writes each extended form as its base and its own property. */
class Bases {
  readonly schemas = new Map<string, Schema>()
  readonly #taken: ReadonlySet<string>

  constructor(taken: ReadonlySet<string>) {
    this.#taken = taken
  }

  extend(schema: Schema): Schema {
    const whole = mapParts(schema, '', (part) => this.extend(part))
    const { properties } = whole
    if (!isSchema(properties)) return whole
    const names = Object.keys(properties).sort().join()
    const extended = EXTENDED.find(({ form }) => form === names)
    if (!extended || this.#taken.has(extended.name)) return whole
    const { [extended.own]: own, ...rest } = properties
    const base = { ...whole, properties: rest }
    const known = this.schemas.get(extended.name) ?? base
    if (keyOf(known) !== keyOf(base)) return whole
    this.schemas.set(extended.name, base)
    const ref = { $ref: `#/components/schemas/${extended.name}` }
    return { allOf: [ref, { properties: { [extended.own]: own } }] }
  }
}

type Operation = {
  parameters?: OpenAPIV3_1.ParameterObject[]
  responses?: Record<string, OpenAPIV3_1.ResponseObject>
}

/**
 * Shares the responses of failures, by the codes in their description, and parameters by their names: those in a path,
 * and those that several queries have.
 */
function shareParts(paths: OpenAPIV3_1.PathsObject) {
  const responses = new Map<string, OpenAPIV3_1.ResponseObject>()
  const parameters = new Map<string, OpenAPIV3_1.ParameterObject>()
  const uses = new Map<string, number>()
  for (const item of Object.values(paths)) {
    for (const { parameters: given = [] } of Object.values(item ?? {}) as Operation[]) {
      for (const it of given) uses.set(keyOf(it), (uses.get(keyOf(it)) ?? 0) + 1)
    }
  }
  const response = (status: string, given: OpenAPIV3_1.ResponseObject) => {
    if (Number(status) < 400) return given
    const name = pascal(given.description.toLowerCase())
    responses.set(name, given)
    return { $ref: `#/components/responses/${name}` }
  }
  const parameter = (given: OpenAPIV3_1.ParameterObject) => {
    if (given.in !== 'path' && (uses.get(keyOf(given)) ?? 0) < MIN_USES) return given
    const name = given.in === 'path' ? given.name : `${given.in}.${given.name}`
    const known = parameters.get(name) ?? given
    if (keyOf(known) !== keyOf(given)) return given
    parameters.set(name, given)
    return { $ref: `#/components/parameters/${name}` }
  }
  const operation = (given: Operation) => ({
    ...given,
    ...(given.parameters && { parameters: given.parameters.map(parameter) }),
    responses: Object.fromEntries(
      Object.entries(given.responses ?? {}).map(([status, it]) => [status, response(status, it)]),
    ),
  })
  const changed = Object.entries(paths).map(([path, item = {}]) => {
    const operations = Object.entries(item).map(([method, it]) => [method, operation(it as Operation)])
    return [path, Object.fromEntries(operations)]
  })
  return { responses, parameters, paths: Object.fromEntries(changed) as OpenAPIV3_1.PathsObject }
}
