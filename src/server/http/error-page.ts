import type { Context, MiddlewareHandler } from 'hono'
import { html } from 'hono/html'
import { matchedRoutes } from 'hono/route'
import type { AppEnv } from './context.ts'

type Failed = { status: number; message: string }

/** The marks of routes whose file a link opens in a tab of its own, with the name in the query that asks for it. */
const tabs = new WeakMap<object, string>()

/** Marks a route of the API, whose failures a browser then gets as a page, those before its handlers too. */
export function opensInTab(query: string): MiddlewareHandler<AppEnv> {
  const mark: MiddlewareHandler<AppEnv> = (_c, next) => next()
  tabs.set(mark, query)
  return mark
}

const isFileTab = (c: Context<AppEnv>): boolean =>
  matchedRoutes(c).some(({ handler }) => {
    const query = tabs.get(handler)
    return query !== undefined && c.req.query(query) !== undefined
  })

/** True when a browser navigates to this address. Programs, images and API clients get JSON. */
export const wantsPage = (c: Context<AppEnv>): boolean =>
  c.req.method === 'GET' &&
  (!c.req.path.startsWith('/api/') || isFileTab(c)) &&
  (c.req.header('Accept') ?? '').includes('text/html')

/** Of a file that was to be looked at. */
function fileTextOf({ status, message }: Failed): string {
  if (status === 401) return 'A sua sessão terminou. Entre de novo e abra o arquivo outra vez.'
  if (status === 404)
    return 'Ele foi excluído, ou não está mais aberto para você. Feche esta aba para voltar.'
  return message
}

function textsOf({ status, message }: Failed) {
  if (status >= 500) return { title: 'A cena travou', text: message }
  if (status === 401) {
    return {
      title: 'Só com credencial',
      text: 'Este endereço é de programas que se identificam com uma credencial, que um navegador não envia.',
    }
  }
  return {
    title: 'Ninguém em cena por aqui',
    text: 'Este endereço não existe ou mudou de lugar. Confira o link ou volte para o início.',
  }
}

/** An error page with a link home. It depends on nothing but two static files. */
export function errorPage(c: Context<AppEnv>, failure: Failed) {
  const { title, text } = isFileTab(c)
    ? { title: 'O arquivo não abriu', text: fileTextOf(failure) }
    : textsOf(failure)
  return html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} · Elenco</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/message.css" />
      </head>
      <body>
        <main class="message">
          <img class="mark" src="/favicon.svg" alt="" width="64" height="64" />
          <h1>${title}</h1>
          <p>${text}</p>
          <div class="ways"><a href="/">Ir para a página inicial</a></div>
        </main>
      </body>
    </html>`
}
