/** Where Sentry's protocol takes envelopes, and the key that it asks for. */
export interface Dsn {
  envelopeUrl: string
  publicKey: string
}

/** Parses `https://key@host/path/project`, as SENTRY_DSN has it. */
export function parseDsn(dsn: string): Dsn {
  const url = new URL(dsn)
  const folders = url.pathname.split('/')
  const project = folders.pop() ?? ''
  return {
    envelopeUrl: `${url.origin}${folders.join('/')}/api/${project}/envelope/`,
    publicKey: url.username,
  }
}
