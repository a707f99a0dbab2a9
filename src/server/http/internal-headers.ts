/**
 * Carries the client's address to better-auth and to the audit log. Our own code overwrites inbound copies.
 */
export const ADDRESS_HEADER = 'x-app-ip'
/** Set by our own code when a request comes directly from this machine, not through a proxy. */
export const LOCAL_HEADER = 'x-app-local'
