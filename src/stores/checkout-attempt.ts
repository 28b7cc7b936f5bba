import * as z from 'zod/mini'
import { readStored, SESSION_KEYS, writeStored } from '#browser/storage.ts'
import { newUuid } from '#browser/uuid.ts'

/** One order that somebody tries to place: the same content keeps its key, so that nothing can order it twice. */
const attempt = z.object({ key: z.string(), content: z.string(), orderId: z.optional(z.string()) })
export type Attempt = z.infer<typeof attempt>

export function readAttempt(): Attempt | undefined {
  const stored = z.safeParse(attempt, readStored('sessionStorage', SESSION_KEYS.checkoutAttempt))
  return stored.success ? stored.data : undefined
}

/** The key for this content: the one in use as long as nothing changed, across reloads, or a new one. */
export function attemptFor(content: string): Attempt {
  const present = readAttempt()
  if (present?.content === content) return present
  const fresh = { key: newUuid(), content }
  writeStored('sessionStorage', SESSION_KEYS.checkoutAttempt, fresh)
  return fresh
}

export const rememberOrder = (of: Attempt, orderId: string): boolean =>
  writeStored('sessionStorage', SESSION_KEYS.checkoutAttempt, { ...of, orderId })

export const forgetAttempt = (): boolean =>
  writeStored('sessionStorage', SESSION_KEYS.checkoutAttempt, undefined)
