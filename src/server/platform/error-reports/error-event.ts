import * as z from 'zod/mini'

/** An error as the log's serializer writes it (`platform/log-serializers.ts`), without personal data. */
const loggedError = z.object({
  type: z.string(),
  message: z.string(),
  stack: z.optional(z.string()),
  cause: z.optional(z.unknown()),
})
type LoggedError = z.infer<typeof loggedError>

const logLine = z.object({
  level: z.number(),
  time: z.number(),
  msg: z.optional(z.string()),
  err: z.optional(z.unknown()),
  requestId: z.optional(z.string()),
  job: z.optional(z.string()),
})

const FATAL = 60
const MAX_CAUSES = 5

interface Frame {
  filename: string
  function: string
  lineno: number
  colno: number
  in_app: boolean
}

/** An event in Sentry's protocol. */
export interface ErrorEvent {
  timestamp: number
  level: 'error' | 'fatal'
  platform: 'node'
  message: { formatted: string }
  exception?: { values: { type: string; value: string; stacktrace?: { frames: Frame[] } }[] }
  tags: Record<string, string>
}

/**
 * Converts a log line to an event. Copies only the fields that are named here, so that fields added to the log later
 * aren't sent to a third party. `root`: folder that file names are relative to.
 */
export function toErrorEvent(line: unknown, root: string): ErrorEvent | undefined {
  const { data } = z.safeParse(logLine, line)
  if (!data) return undefined
  const { level, time, msg = '', err, requestId, job } = data
  const errors = listErrors(err)
  return {
    timestamp: time / 1000,
    level: level >= FATAL ? 'fatal' : 'error',
    platform: 'node',
    message: { formatted: msg },
    ...(errors.length > 0 && { exception: { values: errors.map((each) => toException(each, root)) } }),
    tags: { ...(requestId !== undefined && { requestId }), ...(job !== undefined && { job }) },
  }
}

/** Returns the causes before the errors that they caused, as the protocol requires. */
function listErrors(err: unknown): LoggedError[] {
  const found: LoggedError[] = []
  for (let next = err; found.length < MAX_CAUSES;) {
    const { data } = z.safeParse(loggedError, next)
    if (!data) break
    found.unshift(data)
    next = data.cause
  }
  return found
}

function toException({ type, message, stack = '' }: LoggedError, root: string) {
  // The frames are reversed, because the innermost call comes last in the protocol.
  const frames = stack
    .split('\n')
    .flatMap((line) => toFrame(line, root) ?? [])
    .toReversed()
  return { type, value: message, ...(frames.length > 0 && { stacktrace: { frames } }) }
}

/** Parses `    at name (file:///srv/foyer/src/a.ts:1:2)` or `    at file:///srv/foyer/src/a.ts:1:2`. */
function toFrame(line: string, root: string): Frame | undefined {
  const {
    name = '<anonymous>',
    file,
    row,
    column,
  } = /^ {4}at (?:(?<name>[^()]+) \()?(?:file:\/\/)?(?<file>[^()]+?):(?<row>\d+):(?<column>\d+)\)?$/.exec(
    line,
  )?.groups ?? {}
  if (file === undefined) return undefined
  const filename = file.startsWith(root) ? file.slice(root.length) : file
  return {
    filename,
    function: name,
    lineno: Number(row),
    colno: Number(column),
    in_app: filename !== file && !filename.startsWith('node_modules/'),
  }
}
