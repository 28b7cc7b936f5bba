/**
 * SQLSTATEs that say nothing about the request: connection lost (08), refused sign-in (28, 3D000), read-only server (25006), ended
 * idle transaction (25P03, 25P04), deadlock and serialisation (40), resources such as disk and connections (53), lock or statement
 * time-out (55P03, 57014), server shutting down or starting (57P0), I/O error (58). And the system's errors for a server that can't
 * be reached, or for a process that can open no more connections.
 */
const DOWN =
  /^(?:08...|28...|3D000|25006|25P0[34]|40001|40P01|53...|55P03|57014|57P0.|58...|ECONN(?:ABORTED|REFUSED|RESET)|ENOTCONN|EPIPE|ENOENT|ETIMEDOUT|E(?:HOST|NET)(?:UNREACH|DOWN)|EADDRNOTAVAIL|EMFILE|ENFILE|ENOTFOUND|EAI_(?:AGAIN|FAIL))$/

/** pg's errors without a code. */
const LOST = /connection (?:terminated|timeout|error)|client was closed|server closed the connection/i
const TIMED_OUT =
  /timeout expired|timeout exceeded when trying to connect|query read timeout|connection timeout/i

/** True for an error that says nothing about the request: it may be tried again in a moment. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return DOWN.test(codeOf(error)) || LOST.test(error.message) || TIMED_OUT.test(error.message)
}

/** True when the server gave no answer at all: another try would wait as long. */
export const isDatabaseSilent = (error: unknown): boolean =>
  error instanceof Error && (codeOf(error) === 'ETIMEDOUT' || TIMED_OUT.test(error.message))

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')
