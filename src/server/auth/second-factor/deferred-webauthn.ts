import type * as webauthn from '@simplewebauthn/server'

// Replaces `@simplewebauthn/server` at startup (scripts/fast-resolve.ts): its 250 modules and 15 MB are needed for passkeys only.
const load = () => import('@simplewebauthn/server')

export const generateRegistrationOptions: typeof webauthn.generateRegistrationOptions = async (options) =>
  (await load()).generateRegistrationOptions(options)

export const verifyRegistrationResponse: typeof webauthn.verifyRegistrationResponse = async (options) =>
  (await load()).verifyRegistrationResponse(options)

export const generateAuthenticationOptions: typeof webauthn.generateAuthenticationOptions = async (options) =>
  (await load()).generateAuthenticationOptions(options)

export const verifyAuthenticationResponse: typeof webauthn.verifyAuthenticationResponse = async (options) =>
  (await load()).verifyAuthenticationResponse(options)
