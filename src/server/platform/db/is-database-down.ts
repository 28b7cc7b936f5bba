/**
 * SQLSTATEs of errors that the request didn't cause: lost connection (08), authentication refused (28, 3D000),
 * read-only (25006), idle transaction ended (25P03, 25P04), deadlock, serialisation failure (40), insufficient
 * resources (53), lock or statement timeout (55P03, 57014), shutdown or startup (57P0), I/O (58). Also system errors:
 * server unreachable, or too many open files.
 */
const DOWN =
  /^(?:08...|28...|3D000|25006|25P0[34]|40001|40P01|53...|55P03|57014|57P0.|58...|ECONN(?:ABORTED|REFUSED|RESET)|ENOTCONN|EPIPE|ENOENT|ETIMEDOUT|E(?:HOST|NET)(?:UNREACH|DOWN)|EADDRNOTAVAIL|EMFILE|ENFILE|ENOTFOUND|EAI_(?:AGAIN|FAIL))$/

/** Messages of pg's errors that have no code. */
const LOST = /connection (?:terminated|timeout|error)|client was closed|server closed the connection/i
const TIMED_OUT =
  /timeout expired|timeout exceeded when trying to connect|query read timeout|connection timeout/i

/** True for an error that the request didn't cause, so that a retry may succeed. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return DOWN.test(codeOf(error)) || LOST.test(error.message) || TIMED_OUT.test(error.message)
}

/** True when a standby or read-only database refused a write. */
export const isReadOnlyRefusal = (error: unknown): boolean =>
  error instanceof Error && codeOf(error) === '25006'

/** True when PostgreSQL's disk has no room. */
export const isDatabaseFull = (error: unknown): boolean => error instanceof Error && codeOf(error) === '53100'

/** True when the server didn't respond, so that a retry would time out as well. */
export const isDatabaseSilent = (error: unknown): boolean =>
  error instanceof Error && (codeOf(error) === 'ETIMEDOUT' || TIMED_OUT.test(error.message))

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')
