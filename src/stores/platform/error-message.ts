import * as z from 'zod/mini'
import type { Failure, Result } from '#model/platform/result.ts'

const why = z.object({ why: z.string() })
const formErrors = z.array(z.object({ message: z.string() })).check(z.minLength(1))
const wait = z.object({ retryAfterSeconds: z.number() })

/** Appends the reason or the waiting time from the error's details to its message. */
export const withReason = <Data>(answer: Result<Data>): Result<Data> =>
  answer.success ? answer : { ...answer, error: { ...answer.error, message: errorMessage(answer.error) } }

/** Appends field errors to the message, for forms that don't show them next to the fields. */
export function withFieldErrors<Data>(answer: Result<Data>): Result<Data> {
  const found = answer.success ? undefined : formErrors.safeParse(answer.error.details).data
  if (answer.success || !found) return answer
  return { ...answer, error: { ...answer.error, message: found.map(({ message }) => message).join(' ') } }
}

function errorMessage({ message, details }: Failure['error']): string {
  const reason = why.safeParse(details)
  if (reason.success) return `${message} ${reason.data.why}`
  const limit = wait.safeParse(details)
  return limit.success
    ? `${message} You can try again in ${formatWait(limit.data.retryAfterSeconds)}.`
    : message
}

const formatWait = (seconds: number): string =>
  seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
