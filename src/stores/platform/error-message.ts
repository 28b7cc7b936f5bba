import * as z from 'zod/mini'
import type { Failure, Result } from '#model/platform/result.ts'

const why = z.object({ why: z.string() })
const formErrors = z.array(z.object({ message: z.string() })).check(z.minLength(1))

/** Appends the reason from the error's details to its message. */
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
  return reason.success ? `${message} ${reason.data.why}` : message
}
