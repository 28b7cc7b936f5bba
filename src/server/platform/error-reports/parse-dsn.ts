/** URL to which envelopes are sent, and the key to authenticate with. */
export interface Dsn {
  envelopeUrl: string
  publicKey: string
}

/** Parses a DSN (`https://key@host/path/project`). */
export function parseDsn(dsn: string): Dsn {
  const url = new URL(dsn)
  const folders = url.pathname.split('/')
  const project = folders.pop() ?? ''
  return {
    envelopeUrl: `${url.origin}${folders.join('/')}/api/${project}/envelope/`,
    publicKey: url.username,
  }
}
