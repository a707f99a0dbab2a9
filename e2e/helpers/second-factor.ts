import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { connect } from '#server/db/connect.ts'
import { createLogger } from '#server/log.ts'
import type { ServerProcess } from '#server/testing/processes/server-process.ts'
import { expect, expectAccessible, type newPerson } from './fixtures.ts'

const PERIOD_MS = 30_000
/** From the reading of a code to the server's check. */
const MARGIN_MS = 10_000
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The bytes of a base32 key (RFC 4648). */
function bytesOf(key: string): Buffer {
  const bits = [...key].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code of a period (RFC 6238, with SHA-1 and six digits). */
function codeOf(key: Buffer, period: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(period))
  const hash = createHmac('sha1', key).update(counter).digest()
  const at = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(at) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}

/** An app for codes, set up by typing the key from the screen. */
export class Authenticator {
  readonly #key: Buffer
  #last = 0

  constructor(typed: string) {
    this.#key = bytesOf(typed.replace(/\s/g, ''))
  }

  /** A code that was not given before. The server accepts those of the neighbouring periods, each once. */
  async next(): Promise<string> {
    const now = () => Math.floor(Date.now() / PERIOD_MS)
    // The code of the period before lapses with the present one.
    const oldest = Math.floor((Date.now() + MARGIN_MS) / PERIOD_MS) - 1
    const period = Math.max(this.#last + 1, oldest)
    while (period > now() + 1) await sleep(200)
    this.#last = period
    return codeOf(this.#key, period)
  }

  /** Six digits that are no code of these minutes. */
  wrong(): string {
    const now = Math.floor(Date.now() / PERIOD_MS)
    const valid = [-2, -1, 0, 1, 2, 3].map((periods) => codeOf(this.#key, now + periods))
    return Array.from({ length: 10 }, (_, digit) => String(digit).repeat(6)).find(
      (code) => !valid.includes(code),
    ) as string
  }
}

export const securityOf = (page: Page) => page.getByRole('region', { name: 'Segurança', exact: true })
export const codeField = (page: Page) => page.getByRole('textbox', { name: 'Código', exact: true })

/** Goes through the enrolment from the profile, and back to it. */
export async function enrol(page: Page, { password }: Pick<ReturnType<typeof newPerson>, 'password'>) {
  await securityOf(page).getByRole('button', { name: 'Ativar' }).click()
  await page.getByRole('dialog').getByLabel('Sua senha').fill(password)
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Ligue o aplicativo à sua conta' })
  await expect(sheet.getByRole('img', { name: /^Código QR/ })).toBeVisible()
  await expectAccessible(page)
  const key = await sheet.getByText(/^([A-Z2-7]{4} )+[A-Z2-7]{1,4}$/).textContent()
  const authenticator = new Authenticator(key ?? '')
  await sheet.getByLabel('Código que o aplicativo mostra').fill(await authenticator.next())
  const codes = page.getByRole('list', { name: 'Códigos de recuperação' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  return { authenticator, recoveryCodes: await codes.getByRole('listitem').allTextContents() }
}

/** Makes every proof of identity too old, as ten minutes do. */
export async function ageProofs(server: ServerProcess): Promise<void> {
  const { db, close } = connect({ connectionString: server.databaseUrl }, createLogger('silent'))
  try {
    await db.execute(sql`update sessions set
      proved_at = proved_at - interval '1 hour', factor_at = factor_at - interval '1 hour'`)
  } finally {
    await close()
  }
}

/** Gives the browser a device that keeps passkeys and recognises its owner. */
export async function addPasskeyDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Sua conta/ }).click()
  await page.getByRole('button', { name: 'Sair' }).click()
  await page.waitForURL(/\/sign-in/)
}
