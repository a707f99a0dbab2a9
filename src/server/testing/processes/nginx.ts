import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'

const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']

/** Path of nginx, if installed. */
export const nginxPath = folders.map((folder) => join(folder, 'nginx')).find((path) => existsSync(path))

const deployed = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../../deploy/${name}`, import.meta.url)), 'utf8')
/** The deployed configuration. */
export const NGINX_CONF = deployed('nginx.conf')

export type Nginx = {
  url: string
  pid: number
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

type Settings = {
  /** Listening port; any free port by default. */
  port?: number
  /** Addresses of proxies in front that the deployed file of trusted proxies names. */
  trusted?: string[]
  /** Further changes to the configuration. */
  edit?: (conf: string) => string
}

/**
 * Starts nginx with the deployed configuration on a local port, in front of `servers` (`host:port`).
 * @throws nginx's error when it does not start.
 */
export async function startNginx(
  servers: string[],
  { port, trusted = [], edit = (it) => it }: Settings = {},
): Promise<Nginx> {
  if (!nginxPath) throw new Error('nginx is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'elenco-nginx-'))
  const at = port ?? (await freePort())
  writeFileSync(join(folder, 'nginx.conf'), edit(localConf(servers, at, folder)))
  const named = trusted.map((address) => `set_real_ip_from ${address};\n`)
  writeFileSync(join(folder, 'trusted-proxies.conf'), [...named, deployed('trusted-proxies.conf')].join(''))
  const child = spawn(
    nginxPath,
    [
      '-p',
      folder,
      '-e',
      'stderr',
      '-c',
      'nginx.conf',
      '-g',
      `daemon off; master_process off; pid ${folder}/pid;`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const leave = () => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', leave)
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const close = async () => {
    process.off('exit', leave)
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  }
  while (!(await answers(at))) {
    if (child.exitCode === null && child.signalCode === null) await sleep(20)
    else {
      await close()
      throw new Error(`nginx did not start: ${said}`)
    }
  }
  return { url: `http://127.0.0.1:${at}`, pid: child.pid ?? 0, close, [Symbol.asyncDispose]: close }
}

/** The deployed configuration with other addresses, and with folders writable by the current user. */
function localConf(servers: string[], port: number, folder: string): string {
  const instance = /^ *server 172\.31\.77\.\d+:3000(.*;)$/gm
  const parameters = new Set([...NGINX_CONF.matchAll(instance)].map((line) => line[1]))
  if (parameters.size === 0) throw new Error('the file names no instances')
  const lines = [...parameters].flatMap((it) => servers.map((server) => `server ${server}${it}`))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  return NGINX_CONF.replace(instance, '')
    .replace('least_conn;', ['least_conn;', ...lines].join('\n'))
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('http {', ['http {', ...temporary].join('\n'))
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
