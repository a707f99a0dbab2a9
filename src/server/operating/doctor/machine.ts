import { once } from 'node:events'
import { statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, resolve } from 'node:path'
import { codeOf } from '../../db/connect.ts'
import type { Env } from '../../env.ts'
import { dataFolderProblem } from '../../files/data-folder.ts'
import { Problem } from './check.ts'

const NODE_MAJOR = 24
/** Uploads that arrive at the same time may take this much (docs/operating.md). */
const MIN_FREE_BYTES = 1024 ** 3
/** An answer of this process on the same machine. */
const HEALTH_TIMEOUT_MS = 3_000

export async function checkNode(version = process.versions.node): Promise<string> {
  if (Number.parseInt(version, 10) >= NODE_MAJOR) return version
  throw new Problem(
    `o Elenco roda no Node ${NODE_MAJOR}, e este é o ${version}; rode npm ci, que instala a versão certa`,
  )
}

export async function checkFolder({ dataDir }: Pick<Env, 'dataDir'>): Promise<string> {
  const problem = await dataFolderProblem(dataDir, 'rehearse')
  if (problem) throw new Problem(problem)
  return `${resolve(dataDir)}, com permissão de escrita`
}

export async function checkDisk({ dataDir }: Pick<Env, 'dataDir'>): Promise<string> {
  const free = await freeBytes(resolve(dataDir))
  const gigabytes = (free / 1024 ** 3).toLocaleString('pt-BR', { maximumFractionDigits: 1 })
  if (free >= MIN_FREE_BYTES) return `${gigabytes} GB livres`
  throw new Problem(`há só ${gigabytes} GB livres no disco de ${resolve(dataDir)}; libere ao menos 1 GB`)
}

/** Of the folder, or of the one above while it does not exist. */
async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(folder) === folder) throw error
    return freeBytes(dirname(folder))
  }
}

export async function checkPort({ port, host }: Pick<Env, 'port' | 'host'>): Promise<string> {
  const address = host === 'localhost' ? '127.0.0.1' : host.replace(/^\[|\]$/g, '')
  const server = createServer()
  try {
    server.listen(port, address)
    await once(server, 'listening')
    server.close()
    return `${port} em ${host}, livre`
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EADDRINUSE' && (await isElenco(address, port))) return `${port}, em uso por um Elenco no ar`
    throw new Problem(
      PORT_PROBLEMS[code ?? '']?.(port, host) ?? `a porta ${port} não pôde ser aberta (${code})`,
    )
  }
}

const PORT_PROBLEMS: Record<string, (port: number, host: string) => string> = {
  EADDRINUSE: (port) => `a porta ${port} está em uso por outro programa; encerre-o ou escolha outra com PORT`,
  EACCES: (port) => `falta permissão para a porta ${port}; escolha com PORT uma de 1024 em diante`,
  EADDRNOTAVAIL: (_port, host) => `esta máquina não tem o endereço ${host}; corrija HOST`,
  ENOTFOUND: (_port, host) => `o endereço ${host} não existe; corrija HOST`,
}

async function isElenco(address: string, port: number): Promise<boolean> {
  const all: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }
  const host = all[address] ?? (address.includes(':') ? `[${address}]` : address)
  const answer = await fetch(`http://${host}:${port}/api/health`, {
    signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS),
  }).catch(() => undefined)
  const body: unknown = await answer?.json().catch(() => undefined)
  return answer?.ok === true && Object(body).success === true
}

export async function checkProxies({
  appUrl,
  trustedProxies,
}: Pick<Env, 'appUrl' | 'trustedProxies'>): Promise<string> {
  if (appUrl.startsWith('https:') && trustedProxies === 0) {
    throw new Problem(
      'APP_URL é https, que só um proxy na frente atende; ponha em TRUST_PROXY o número de proxies, em geral 1, ou todos os visitantes contam como um só',
    )
  }
  if (trustedProxies === 0) return 'nenhum na frente'
  return typeof trustedProxies === 'number' ? `${trustedProxies} na frente` : 'na frente, por endereço'
}
