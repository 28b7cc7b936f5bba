import { BalanceInsufficient } from './provider.ts'
import { isStripeRejection, type StripeRejection } from './stripe-errors.ts'

/** Maximum number of keys. Enough for a day of hourly attempts; after a day, Stripe deletes the first keys. */
const MAX_ATTEMPTS = 50

/**
 * Sends a request that moves money out of a balance. Throws `BalanceInsufficient`, without Stripe's text, when the balance is
 * too low.
 *
 * Stripe stores a key's response for a day, failures included, and repeats it: after a failure, the key is useless even if the
 * balance has been filled. The request is therefore sent with numbered keys, up to the first whose response is new. As the
 * next key is used only after the one before has failed, at most one of them moves money.
 */
export async function withNumberedKeys<Answer>(
  key: string,
  send: (idempotencyKey: string) => Promise<Answer>,
): Promise<Answer> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    try {
      // One after the other, because a key may be used only after the previous one has failed.
      return await send(attempt === 0 ? key : `${key}:${attempt}`) // oxlint-disable-line no-await-in-loop
    } catch (error) {
      if (!isShort(error)) throw error
      if (!isRepeated(error)) break
    }
  }
  throw new BalanceInsufficient('The balance at Stripe is too low at the moment.')
}

/**
 * Stripe's error codes for a balance that is too low: that of the platform, and that of a connected account, whose incoming
 * money may be pending.
 */
const SHORT: ReadonlySet<string> = new Set(['balance_insufficient', 'insufficient_funds'])

const isShort = (error: unknown): error is StripeRejection =>
  isStripeRejection(error) && SHORT.has(error.code ?? '')

const isRepeated = ({ headers }: StripeRejection): boolean => headers?.['idempotent-replayed'] === 'true'
