import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import type { Reply, TestClient } from '../test-client.ts'

const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

type Options = { challenge: string; rp?: { id?: string }; rpId?: string }
type Presence = { origin: string /** The device checked who holds it. */; isVerified?: boolean }

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

/** CBOR (RFC 8949) of the few kinds of values that WebAuthn needs. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (!(value instanceof Map)) throw new Error('no CBOR for this value')
  return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)])
}

function head(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(major << 5) | argument])
  if (argument < 256) return Buffer.from([(major << 5) | 24, argument])
  return Buffer.from([(major << 5) | 25, argument >> 8, argument & 255])
}

/** An authenticator with one passkey on P-256, speaking WebAuthn as a browser would pass it on. */
export class SoftwarePasskey {
  readonly id = randomBytes(16)
  readonly #key: { publicKey: KeyObject; privateKey: KeyObject }
  #counter = 0

  constructor() {
    this.#key = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  }

  /** The answer to `generate-register-options`. */
  create(options: Options, presence: Presence) {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, this.#publicKey()])
    const authData = this.#authData(options, presence, credential)
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return this.#answer({
      clientDataJSON: clientData('webauthn.create', options, presence).toString('base64url'),
      attestationObject: cbor(attestation).toString('base64url'),
      transports: ['internal'],
    })
  }

  /** The answer to `generate-authenticate-options`. */
  get(options: Options, presence: Presence) {
    const data = clientData('webauthn.get', options, presence)
    const authenticatorData = this.#authData(options, presence)
    const sign = createSign('sha256').update(authenticatorData).update(sha256(data))
    return this.#answer({
      clientDataJSON: data.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign.sign(this.#key.privateKey).toString('base64url'),
    })
  }

  #answer(response: object) {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }

  #authData({ rp, rpId }: Options, { isVerified = true }: Presence, credential?: Buffer): Buffer {
    this.#counter += 1
    const flags = PRESENT | (isVerified ? VERIFIED : 0) | (credential ? HAS_CREDENTIAL : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.#counter)
    const parts = [sha256(rp?.id ?? rpId ?? ''), Buffer.from([flags]), counter]
    return Buffer.concat(credential ? [...parts, credential] : parts)
  }

  /** The public key in COSE. */
  #publicKey(): Buffer {
    const { x = '', y = '' } = this.#key.publicKey.export({ format: 'jwk' })
    const of = (coordinate: string) => Buffer.from(coordinate, 'base64url')
    const [type, algorithm, curve] = [2, -7, 1]
    return cbor(
      new Map<number, unknown>([
        [1, type],
        [3, algorithm],
        [-1, curve],
        [-2, of(x)],
        [-3, of(y)],
      ]),
    )
  }
}

const clientData = (type: string, { challenge }: Options, { origin }: Presence) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

const optionsOf = async (who: TestClient, path: string) =>
  (await who.call('GET', `/api/auth/passkey/generate-${path}-options`)).body as Options

/** Adds a passkey to the signed-in account. */
export async function registerPasskey(
  who: TestClient,
  key: SoftwarePasskey,
  presence: Presence,
): Promise<Reply> {
  const response = key.create(await optionsOf(who, 'register'), presence)
  return who.call('POST', '/api/auth/passkey/verify-registration', { response, name: ' Celular ' })
}

/** Signs in, or proves again who is there. */
export async function enterByPasskey(
  who: TestClient,
  key: SoftwarePasskey,
  presence: Presence,
): Promise<Reply> {
  const response = key.get(await optionsOf(who, 'authenticate'), presence)
  return who.call('POST', '/api/auth/passkey/verify-authentication', { response })
}
