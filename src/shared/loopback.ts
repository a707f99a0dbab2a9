/** Host names of this machine alone, as `URL` and as people write them. */
export const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])

/** Whether a Host header, with or without a port, names this machine. */
export const isLoopbackHost = (host: string | null): boolean =>
  LOOPBACK.has(URL.parse(`http://${host}`)?.hostname ?? '')
