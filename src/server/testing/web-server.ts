import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createApp } from '../app.ts'
import type { Deps } from '../deps.ts'
import { createHttpServer } from '../http/listener.ts'
import type { TestApp } from './test-app.ts'

export type Listening = { baseUrl: string; [Symbol.asyncDispose](): Promise<void> }

/** Serves the same application on another port with some dependencies replaced. */
export async function serveWith(
  { server }: TestApp,
  parts: Partial<Deps>,
  timeouts?: Parameters<typeof createHttpServer>[2],
): Promise<Listening> {
  const deps = { ...server.deps, ...parts }
  const http = createHttpServer(createApp(deps).fetch, deps.log, timeouts)
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(http, 'close')
      http.close()
      http.closeAllConnections()
      await closed
    },
  }
}

export const PLANTED = 'conteudo-que-ninguem-pode-ler'

/** A folder like the build's output `web`, with files beside and inside it that must not be served. */
export async function plantWeb(): Promise<{ root: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'elenco-web-'))
  const files = {
    'web/index.html': '<!doctype html><html><script src="/assets/app-1a2b.js"></script></html>',
    'web/landing.html':
      '<!doctype html><link rel="canonical" href="__APP_URL__/"><agents>__AGENTS__</agents><main>__PLANS__</main><footer>__CONTACT__</footer>',
    'web/terms.html':
      '<!doctype html><link rel="canonical" href="__APP_URL__/terms"><p>__CONTACT_SENTENCE__</p>',
    'web/privacy.html':
      '<!doctype html><link rel="canonical" href="__APP_URL__/privacy"><p>__CONTACT_SENTENCE__</p><p>__CONTACT_SENTENCE__</p>',
    'web/assets/app-1a2b.js': 'console.info("Elenco")',
    'web/agents/clara.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'web/boot.js': 'console.info("Elenco")',
    'web/service-worker.js': 'console.info("Elenco")',
    'web/og.png': 'uma figura',
    'web/icons/icon-192.png': 'uma figura',
    'web/.env': PLANTED,
    'web/.git/config': PLANTED,
    'web/.build-hash': PLANTED,
    '.env': PLANTED,
    'package.json': PLANTED,
    'data/secret': PLANTED,
    'data/pg/PG_VERSION': PLANTED,
    'web-other/app.js': PLANTED,
  }
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  return { root: join(folder, 'web'), remove: () => rm(folder, { recursive: true, force: true }) }
}
