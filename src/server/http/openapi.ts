import type { Hono } from 'hono'
import { html } from 'hono/html'
import { generateSpecs } from 'hono-openapi'
import type { OpenAPIV3_1 } from 'openapi-types'
import { type AppEnv, createRouter } from './context.ts'
import { namesOf, shareComponents } from './openapi-components.ts'
import { contractModules } from './openapi-contract.ts'
import { preparedBody } from './prepared-body.ts'

const documentation = {
  info: {
    title: 'Elenco API',
    version: '1.0.0',
    description:
      'Respostas em envelope {success, message?, timestamp, data | error}; `/api/auth` responde nas formas do better-auth. A sessão é um cookie; chamadas que mudam algo precisam do cabeçalho Origin desta instalação. Uma chave da API, sem cookie, abre só as chamadas dos assuntos escolhidos ao criá-la.',
  },
  components: {
    securitySchemes: {
      session: { type: 'apiKey', in: 'cookie', name: 'elenco.session_token' },
      key: { type: 'http', scheme: 'bearer', bearerFormat: 'elenco_…' },
    },
  },
  security: [{ session: [] }, { key: [] }],
} satisfies Partial<OpenAPIV3_1.Document>

/** The OpenAPI document of every described route, and an HTML page of it. */
export function openApiRoutes(app: Hono<AppEnv>) {
  // Routes do not change while the server runs, so the document is generated once, on first request.
  let document: Promise<OpenAPIV3_1.Document> | undefined
  const load = () => {
    document ??= generate(app)
    return document
  }
  return createRouter()
    .get(
      '/openapi.json',
      preparedBody('application/json', async () => JSON.stringify(await load())),
    )
    .get(
      '/docs',
      preparedBody('text/html; charset=UTF-8', async () => String(await page(await load()))),
    )
}

async function generate(app: Hono<AppEnv>): Promise<OpenAPIV3_1.Document> {
  const [whole, names] = await Promise.all([
    generateSpecs(app, { documentation }),
    contractModules().then(namesOf),
  ])
  return shareComponents(whole, names)
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

function operationsOf(document: OpenAPIV3_1.Document) {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item?.[method]
      return operation ? [{ path, method: method.toUpperCase(), operation }] : []
    }),
  )
}

type Described = ReturnType<typeof operationsOf>[number]

function page(document: OpenAPIV3_1.Document) {
  const groups = [...Map.groupBy(operationsOf(document), ({ operation }) => operation.tags?.[0] ?? 'api')]
  return html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>API do Elenco</title>
        <link rel="stylesheet" href="/docs.css" />
      </head>
      <body>
        <header>
          <h1>API do Elenco</h1>
          <p>${document.info.description}</p>
          <p>O mesmo contrato, para programas: <a href="/api/openapi.json">/api/openapi.json</a></p>
        </header>
        <main>
          ${groups.map(([tag, operations]) => section(tag, operations, document))}
          <section>
            <h2>Esquemas</h2>
            ${Object.entries(document.components?.schemas ?? {}).map(
              ([name, shared]) =>
                html`<details><summary><code>${name}</code></summary>${schema('', shared)}</details>`,
            )}
          </section>
        </main>
      </body>
    </html>`
}

function section(tag: string, operations: Described[], { components }: OpenAPIV3_1.Document) {
  const nameIn = (ref: string) => ref.split('/').at(-1) ?? ''
  const named = (ref: string) => components?.responses?.[nameIn(ref)]
  return html`<section>
    <h2>${tag}</h2>
    ${operations.map(
      ({ method, path, operation }) =>
        html`<details>
          <summary><code class="method">${method}</code> <code>${path}</code> ${operation.summary}</summary>
          ${parameters(operation, components)} ${schema('Corpo', bodyOf(operation))}
          ${Object.entries(operation.responses ?? {}).map(([status, given]) => {
            const response = '$ref' in given ? named(given.$ref) : given
            return response && 'content' in response
              ? schema(`${status} · ${response.description}`, contentOf(response))
              : ''
          })}
        </details>`,
    )}
  </section>`
}

function parameters(
  { parameters = [] }: OpenAPIV3_1.OperationObject,
  components: OpenAPIV3_1.Document['components'],
) {
  const named = parameters
    .map((it) => ('$ref' in it ? components?.parameters?.[it.$ref.split('/').at(-1) ?? ''] : it))
    .filter((it) => it !== undefined && 'name' in it)
  if (named.length === 0) return ''
  return html`<h3>Parâmetros</h3>
    <ul>
      ${named.map(
        ({ name, in: place, required }) =>
          html`<li><code>${name}</code> (${place}${required ? ', obrigatório' : ''})</li>`,
      )}
    </ul>`
}

const bodyOf = ({ requestBody }: OpenAPIV3_1.OperationObject) =>
  requestBody && 'content' in requestBody ? contentOf(requestBody) : undefined

const contentOf = ({ content }: { content?: Record<string, OpenAPIV3_1.MediaTypeObject> }) =>
  Object.values(content ?? {})[0]?.schema

const schema = (title: string, value: unknown) =>
  html`${title && html`<h3>${title}</h3>`}
    ${value ? html`<pre>${JSON.stringify(value, null, 2)}</pre>` : ''}`
