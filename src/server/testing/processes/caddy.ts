import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { requestFrom } from '../clients/request-from.ts'
import { freePort } from './free-port.ts'

/** Path of Caddy, if installed. */
export const caddyPath = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'caddy'))
  .find((path) => existsSync(path))

const CADDYFILE = readFileSync(
  fileURLToPath(new URL('../../../../deploy/Caddyfile', import.meta.url)),
  'utf8',
)

/** Starts Caddy with the deployed file and a certificate of its own, in front of `server` (`host:port`). */
export async function startCaddy(server: string) {
  if (!caddyPath) throw new Error('Caddy is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'elenco-caddy-'))
  const url = `https://localhost:${await freePort()}`
  const global = '{\n admin off\n auto_https disable_redirects\n skip_install_trust\n}\n'
  const local = CADDYFILE.replace(/^elenco\.exemplo\.com\.br \{$/m, `${url} {\n\ttls internal`).replace(
    'reverse_proxy 127.0.0.1:3000',
    `reverse_proxy ${server}`,
  )
  writeFileSync(join(folder, 'Caddyfile'), global + local)
  const child = spawn(caddyPath, ['run', '--config', join(folder, 'Caddyfile')], {
    env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const leave = () => void child.kill('SIGKILL')
  process.once('exit', leave)
  const close = async () => {
    process.off('exit', leave)
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  }
  const answers = () =>
    requestFrom('127.0.0.1', `${url}/api/health`).then(
      ({ status }) => status === 200,
      () => false,
    )
  while (!(await answers())) {
    if (child.exitCode !== null) {
      await close()
      throw new Error(`Caddy did not start: ${said}`)
    }
    await sleep(50)
  }
  return { url, close, [Symbol.asyncDispose]: close }
}
