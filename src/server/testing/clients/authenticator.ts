import { base32 } from '@better-auth/utils/base32'
import { createOTP } from '@better-auth/utils/otp'

const PERIOD_MS = 30_000

/** The authenticator app of a person, as set up by a QR code. */
export class Authenticator {
  readonly #key: string

  constructor(totpURI: string) {
    const { searchParams } = new URL(totpURI)
    this.#key = new TextDecoder().decode(base32.decode(searchParams.get('secret') ?? ''))
  }

  /** The code of now, or that of `periods` later or earlier. */
  code(periods = 0): Promise<string> {
    return createOTP(this.#key).hotp(Math.floor(Date.now() / PERIOD_MS) + periods)
  }

  /** Six digits that are no code of these minutes. */
  async wrongCode(): Promise<string> {
    const valid = await Promise.all([-2, -1, 0, 1, 2].map((periods) => this.code(periods)))
    const digits = Array.from({ length: 6 }, (_, index) => String(index).repeat(6))
    return digits.find((code) => !valid.includes(code)) ?? '999999'
  }
}
