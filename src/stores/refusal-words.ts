import * as z from 'zod/mini'
import type { Failure, Result } from '#model/result.ts'

const why = z.object({ why: z.string() })
const wait = z.object({ retryAfterSeconds: z.number() })

/** The same answer; a refusal says in its message what its details know beyond its sentence: the reason, or how long to wait. */
export const withReason = <Data>(answer: Result<Data>): Result<Data> =>
  answer.success ? answer : { ...answer, error: { ...answer.error, message: refusalWords(answer.error) } }

function refusalWords({ message, details }: Failure['error']): string {
  const reason = why.safeParse(details)
  if (reason.success) return `${message} ${reason.data.why}`
  const limit = wait.safeParse(details)
  return limit.success ? `${message} In ${waitWords(limit.data.retryAfterSeconds)} you can go on.` : message
}

const waitWords = (seconds: number): string =>
  seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
