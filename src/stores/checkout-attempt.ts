import * as z from 'zod/mini'
import { sessionStore } from '#browser/persistent-store.ts'
import { newUuid } from '#browser/uuid.ts'

/** One order that somebody tries to place: the same content keeps its key, so that nothing can order it twice. */
const attempt = z.object({ key: z.string(), content: z.string(), orderId: z.optional(z.string()) })
export type Attempt = z.infer<typeof attempt>

const $attempt = sessionStore('checkoutAttempt', (stored) => z.safeParse(attempt, stored).data)

export const readAttempt = (): Attempt | undefined => $attempt.get()

/** The key for this content: the one in use as long as nothing changed, across reloads, or a new one. */
export function attemptFor(content: string): Attempt {
  const present = readAttempt()
  if (present?.content === content) return present
  const fresh = { key: newUuid(), content }
  $attempt.set(fresh)
  return fresh
}

export const rememberOrder = (of: Attempt, orderId: string): void => $attempt.set({ ...of, orderId })

export const forgetAttempt = (): void => $attempt.set(undefined)
