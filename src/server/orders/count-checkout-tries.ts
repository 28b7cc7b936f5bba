import { fail, type ErrorCode } from '#contracts/errors.ts'
import { customerLimitDetails } from '#model/customer-limits.ts'
import type { Result } from '#model/result.ts'
import { findAccount } from '../accounts/account-rows.ts'
import { giveBackEach, keyOf, networkOf, takeEach, type Counted } from '../accounts/limits.ts'
import { countGuesses, isRefused } from '../catalog/code-guesses.ts'
import type { Context } from '../context.ts'
import type { Limit } from '../http/rate-limits.ts'
import type { Visitor } from '../use-case.ts'
import type { CheckoutBody } from './check-answers.ts'
import { findCartTerms } from './customer-limit-rows.ts'

/** CUSTOMER_LIMIT for one address: enough to try fewer tickets, not to find out what its owner has bought. */
const OF_CLIENT_AND_EMAIL: Limit = { name: 'customer_limit_email', points: 5, seconds: 3600 }
/** For all addresses that a client tries. Checkouts that are under way count until they have succeeded. */
const OF_CLIENT: Limit = { name: 'customer_limit_client', points: 200, seconds: 3600 }

interface Checkout {
  body: CheckoutBody
  client: Visitor | undefined
  accountId: string | undefined
}

/**
 * Runs a checkout whose answer tells something: whether a promo code exists, and what an address has bought. Both are counted
 * before, and given back when the answer told nothing. Nothing is read for it under the cart's lock.
 */
export async function countCheckoutTries<Placed>(
  context: Context,
  checkout: Checkout,
  place: () => Promise<Result<Placed, ErrorCode>>,
): Promise<Result<Placed, ErrorCode>> {
  const { body, client } = checkout
  const terms = await findCartTerms(context.reads, body.cartId)
  if (!terms) return place()
  const guess = { kind: 'promo_code', of: terms.promoterId, address: client?.address } as const
  const code = body.promoCode ? await countGuesses(context, guess) : undefined
  if (code && isRefused(code)) return code
  const placed = await (terms.isLimited ? countLimitTries(context, checkout, place) : place())
  const isRight = placed.success || !placed.error.code.startsWith('PROMO_')
  if (isRight) await code?.giveBack(1)
  return placed
}

async function countLimitTries<Placed>(
  context: Context,
  checkout: Checkout,
  place: () => Promise<Result<Placed, ErrorCode>>,
): Promise<Result<Placed, ErrorCode>> {
  const { body, client } = checkout
  const network = networkOf(client?.address ?? '')
  const counted: Counted[] = [
    [OF_CLIENT, network],
    [OF_CLIENT_AND_EMAIL, keyOf(network, body.customer.email)],
  ]
  const tooMany = await takeEach(context, counted)
  if (tooMany) return tooMany
  const placed = await place()
  const isLimited = !placed.success && placed.error.code === 'CUSTOMER_LIMIT'
  if (isLimited && !(await ownsAddress(context, checkout))) return withoutLeft(placed)
  await giveBackEach(context, counted)
  return placed
}

/** Whether the buyer is signed in with the verified address that the order is for. */
async function ownsAddress(context: Context, { body, accountId }: Checkout): Promise<boolean> {
  const account = accountId === undefined ? undefined : await findAccount(context.db, accountId)
  return account !== undefined && account.emailVerifiedAt !== null && account.email === body.customer.email
}

/** How many tickets a customer can still buy is for their own eyes. */
function withoutLeft<Placed>(placed: Result<Placed, ErrorCode>): Result<Placed, ErrorCode> {
  const known = placed.success ? undefined : customerLimitDetails.safeParse(placed.error.details).data
  if (!known) return placed
  const tickets = known.tickets.map(({ ticketTypeId, name, maxPerCustomer }) => ({
    ticketTypeId,
    name,
    maxPerCustomer,
  }))
  return fail('CUSTOMER_LIMIT', { tickets })
}
