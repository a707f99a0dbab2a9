/** Header in which our own code names the client's address, to better-auth and to the audit log; inbound copies are overwritten first. */
export const ADDRESS_HEADER = 'x-app-ip'
/** Set by our own code when a request came straight from this machine, not through a proxy. */
export const LOCAL_HEADER = 'x-app-local'
