/**
 * Serializers that log only named fields, because PostgreSQL's errors contain row values and mail servers' errors
 * contain addresses.
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
  if (!(error instanceof Error)) return removePersonalData(String(error))
  const fields = Object.entries(error).filter(([name]) => KEPT.includes(name))
  return {
    type: error.name,
    message: describeErrorMessage(error),
    ...Object.fromEntries(fields),
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => line.startsWith('    at '))
      .join('\n'),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
    ...(error instanceof AggregateError ? { errors: error.errors.slice(0, 5).map(describeError) } : {}),
  }
}

/** An error's message without personal data. Errors of SQLSTATE class 22 quote the invalid value. */
export function describeErrorMessage(error: Error): string {
  const isDataError = 'code' in error && typeof error.code === 'string' && /^22[\dA-Z]{3}$/.test(error.code)
  return removePersonalData(isDataError ? (error.message.split('"')[0] ?? '') : error.message)
}

/** Removes words that contain an @ or look like a token. */
export const removePersonalData = (text: string): string =>
  text.replaceAll(/[^\s<>"'(),;:=]+/g, (word) => {
    if (word.includes('@')) return '[email]'
    return word.length >= 40 && /^[\w.-]+$/.test(word) ? '[token]' : word
  })

/** Removes the query, which contains user input. */
function withoutQuery(path: unknown): string {
  return String(path).split('?')[0] ?? ''
}

function describeItem(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return removePersonalData(String(item))
  return Object.fromEntries(Object.entries(item).filter(([name]) => /^id$|Id$/.test(name)))
}
