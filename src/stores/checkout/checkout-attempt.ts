import * as z from 'zod/mini'
import { sessionStore } from '#browser/platform/persistent-store.ts'
import { newUuid } from '#browser/platform/uuid.ts'

/** A checkout attempt. While the content is unchanged, retries send the same Idempotency-Key, so that nothing is ordered twice. */
const attempt = z.object({ key: z.string(), content: z.string(), orderId: z.optional(z.string()) })
export type CheckoutAttempt = z.infer<typeof attempt>

const $attempt = sessionStore('checkoutAttempt', (stored) => z.safeParse(attempt, stored).data)

export const readCheckoutAttempt = (): CheckoutAttempt | undefined => $attempt.get()

/** Returns the current attempt if its content is the same; otherwise begins one with a new key. */
export function checkoutAttemptFor(content: string): CheckoutAttempt {
  const present = readCheckoutAttempt()
  if (present?.content === content) return present
  const fresh = { key: newUuid(), content }
  $attempt.set(fresh)
  return fresh
}

export const storeOrderOfAttempt = (checkoutAttempt: CheckoutAttempt, orderId: string): void =>
  $attempt.set({ ...checkoutAttempt, orderId })

export const deleteCheckoutAttempt = (): void => $attempt.set(undefined)
