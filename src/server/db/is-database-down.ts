/** SQLSTATE classes of a server that is starting, stopping, full, gone or too slow, and the socket errors of one that isn't there. */
const GONE = /^(08|57P0|53)|^(57014|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT)$/

/** True for an error that says nothing about the request: it may be tried again in a moment. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    GONE.test(code) ||
    /connection (terminated|timeout|error)|timeout exceeded when trying to connect/i.test(error.message)
  )
}
