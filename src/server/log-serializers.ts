/**
 * What logs may say of errors: errors of PostgreSQL carry rows' values, those of mail servers addresses. Only named fields are kept, and
 * what looks like an address or a token is taken out of messages.
 */
export const LOG_SERIALIZERS = { err: describeError, item: describeItem, path: withoutQuery }

const KEPT = [
  'code',
  'errno',
  'syscall',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'responseCode',
]

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return scrub(String(error))
  const fields = Object.entries(error).filter(([name]) => KEPT.includes(name))
  return {
    type: error.name,
    message: describeMessage(error),
    ...Object.fromEntries(fields),
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => line.startsWith('    at '))
      .join('\n'),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
    ...(error instanceof AggregateError ? { errors: error.errors.slice(0, 5).map(describeError) } : {}),
  }
}

/** SQLSTATE class 22: the message quotes the value that is wrong. */
function describeMessage(error: Error): string {
  const isDataError = 'code' in error && typeof error.code === 'string' && /^22[\dA-Z]{3}$/.test(error.code)
  return scrub(isDataError ? (error.message.split('"')[0] ?? '') : error.message)
}

/** Words with an @, and what is as long as a token and has nothing but its characters. */
const scrub = (text: string): string =>
  text.replaceAll(/[^\s<>"'(),;:=]+/g, (word) => {
    if (word.includes('@')) return '[email]'
    return word.length >= 40 && /^[\w.-]+$/.test(word) ? '[token]' : word
  })

/** What people entered stands in the query. */
function withoutQuery(path: unknown): string {
  return String(path).split('?')[0] ?? ''
}

/** A job's item: a row by its ids. */
function describeItem(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return scrub(String(item))
  return Object.fromEntries(Object.entries(item).filter(([name]) => /^id$|Id$/.test(name)))
}
