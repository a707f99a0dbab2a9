import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'

const REACT_ONLY = `
  import { createElement, StrictMode } from 'react'
  import { createRoot } from 'react-dom/client'
  createRoot(document.getElementById('root')).render(
    createElement(StrictMode, null, createElement('h1', null, 'Elenco')),
  )
`

/** As many messages as the long chat loads at first, as plain text. */
const REACT_MESSAGES = `
  import { createElement, StrictMode } from 'react'
  import { createRoot } from 'react-dom/client'
  const texts = Array.from({ length: 500 }, (_, index) => index + ': ' + 'Como vendo mais neste mês? '.repeat(30))
  createRoot(document.getElementById('root')).render(
    createElement(StrictMode, null, texts.map((text) => createElement('article', { key: text }, text))),
  )
`

const page = (body: string) =>
  `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>Controle</title>${body}</html>`

/** Serves minimal control pages: React alone, React with 500 messages, and a plain field. */
export async function startControls() {
  const files: Record<string, [type: string, text: string]> = {
    '/react': ['text/html', page('<div id="root"></div><script type="module" src="/react.js"></script>')],
    '/react.js': ['text/javascript', await bundle(REACT_ONLY)],
    '/messages': [
      'text/html',
      page('<div id="root"></div><script type="module" src="/messages.js"></script>'),
    ],
    '/messages.js': ['text/javascript', await bundle(REACT_MESSAGES)],
    '/field': ['text/html', page('<textarea rows="3" cols="60"></textarea>')],
  }
  const server = createServer(({ url = '' }, response) => {
    const [type, text] = files[url] ?? []
    if (!type || !text) return void response.writeHead(404).end()
    response.writeHead(200, {
      'content-type': `${type}; charset=utf-8`,
      'content-encoding': 'br',
      ...(url.endsWith('.js') && { 'cache-control': 'max-age=3600' }),
    })
    response.end(brotliCompressSync(text))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Bundles one module with its imports for production. */
async function bundle(code: string): Promise<string> {
  const name = 'virtual:control'
  const result = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, target: 'es2023', modulePreload: false, rolldownOptions: { input: name } },
    plugins: [
      {
        name,
        resolveId: (id) => (id === name ? id : undefined),
        load: (id) => (id === name ? code : undefined),
      },
    ],
  })
  const [chunk] = Array.isArray(result) || !('output' in result) ? [] : result.output
  if (chunk?.type !== 'chunk') throw new Error('the control could not be built')
  return chunk.code
}

/** A page of the application's origin that shows a reply as plain text, updated once per frame. */
export const PLAIN_STREAM = page(`<pre></pre><script>
  globalThis.send = async (chatId, message) => {
    const response = await fetch('/api/v1/chats/' + chatId + '/messages', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(message),
    })
    const pre = document.querySelector('pre')
    const decoder = new TextDecoder()
    let rest = ''
    let more = ''
    const show = () => {
      pre.append(more)
      more = ''
      scrollTo(0, document.documentElement.scrollHeight)
    }
    for await (const bytes of response.body) {
      rest += decoder.decode(bytes, { stream: true })
      const events = rest.split('\\n\\n')
      rest = events.pop()
      if (more === '') requestAnimationFrame(show)
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)
        more += (data && JSON.parse(data[1]).token) || ''
      }
    }
  }
</script>`)
