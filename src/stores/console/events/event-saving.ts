import * as z from 'zod/mini'
import { consoleEvent, type ConsoleEvent } from '#contracts/console/events.ts'
import type { Failure, Result } from '#model/platform/result.ts'
import { messagesByField, type FieldErrors } from '#stores/console/site/branding-errors.ts'

/** State of the last save. `offline` is retried automatically; `stopped` isn't. */
export type Autosave =
  | { state: 'saved' | 'waiting' | 'saving' | 'refused' }
  | { state: 'offline' | 'stopped'; why: string }

export type Saving = Autosave | { state: 'conflict'; theirs: ConsoleEvent }

export const AUTOSAVE_SAVED: Autosave = { state: 'saved' }

/** Returns the missing fields from the details of NOT_READY; undefined for any other response. */
export const missingFieldsIn = (answer: Result<unknown>): ConsoleEvent['missing'] | undefined =>
  answer.success || answer.error.code !== 'NOT_READY'
    ? undefined
    : consoleEvent.shape.missing.safeParse(answer.error.details).data

const fieldErrors = z.array(z.object({ path: z.string(), message: z.string() })).check(z.minLength(1))

/** Returns the messages of a VALIDATION_ERROR by field; undefined for any other error. */
export function validationErrorsOf({ error }: Failure): FieldErrors | undefined {
  const wrong = error.code === 'VALIDATION_ERROR' ? z.safeParse(fieldErrors, error.details).data : undefined
  return (
    wrong &&
    messagesByField(wrong.map(({ path, message }) => ({ path: [path.replace(/^fields\./, '')], message })))
  )
}

/** Returns true if a retry may succeed, because there was no response or the error isn't about the content. */
export const isTemporaryFailure = ({ error }: Failure): boolean =>
  /^(NETWORK_ERROR|REQUEST_ERROR|RESPONSE_READ_ERROR|RATE_LIMITED|INTERNAL_ERROR|UNAVAILABLE|READ_ONLY|MAINTENANCE|HTTP_ERROR_(429|5\d\d))$/.test(
    error.code,
  )

/** Error of an action that requires all changes to be saved first. */
export function unsavedFailure(saving: Saving): Failure {
  return { success: false, error: { code: 'NOT_SAVED', message: unsavedMessage(saving) } }
}

function unsavedMessage(saving: Saving): string {
  switch (saving.state) {
    case 'conflict':
      return 'Someone else has changed this event. Choose a version first, then try again.'
    case 'refused':
      return 'Correct the marked fields first, then try again.'
    case 'offline':
    case 'stopped':
      return `Your last change isn’t saved, so nothing was done. ${saving.why}`
    case 'saved':
    case 'waiting':
    case 'saving':
      return 'Your last change isn’t saved yet. Try again in a moment.'
  }
}
