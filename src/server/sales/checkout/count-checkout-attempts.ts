import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import type { checkout as contract } from '#contracts/checkout/orders.ts'
import { customerLimitDetails } from '#model/sales/customer-limits.ts'
import type { Result } from '#model/platform/result.ts'
import { findAccount } from '#server/people/accounts/account-rows.ts'
import {
  restoreLimits,
  hashLimitKey,
  clientNetworkOf,
  consumeLimits,
  type LimitedKey,
} from '#server/people/sessions/limits.ts'
import { compareCodes } from '#server/catalog/access/code-guesses.ts'
import type { Context } from '#server/context.ts'
import type { Limit } from '#server/platform/limits/rate-limits.ts'
import { findPromo } from '#server/sales/promo/promo-rows.ts'
import { countVoucherGuesses } from '#server/sales/vouchers/count-voucher-guesses.ts'
import type { Visitor } from '#server/use-case.ts'
import type { CheckoutBody } from './check-answers.ts'
import { findCartTerms } from './customer-limit-rows.ts'

/**
 * Maximum number of CUSTOMER_LIMIT responses per client and email address. High enough to retry with fewer tickets, too low
 * to find out what the owner of the address has bought.
 */
const OF_CLIENT_AND_EMAIL: Limit = { name: 'customer_limit_email', points: 5, seconds: 3600 }
const OF_CLIENT: Limit = { name: 'customer_limit_client', points: 200, seconds: 3600 }
const CLIENT_AT_ONCE = 40

type Code = CodeOf<typeof contract>

interface Checkout {
  body: CheckoutBody
  client: Visitor | undefined
  accountId: string | undefined
}

/**
 * Limits checkouts whose response reveals whether a promo code or voucher exists, or what an email address has bought.
 * Consumes points before the checkout, and restores them if the response revealed nothing. Runs no queries while the cart is
 * locked.
 */
export async function countCheckoutAttempts<Placed>(
  context: Context,
  checkout: Checkout,
  place: () => Promise<Result<Placed, Code>>,
): Promise<Result<Placed, Code>> {
  const { body, client } = checkout
  const terms = await findCartTerms(context.reads, body.cartId)
  if (!terms) return place()
  const { promoterId } = terms
  if (body.promoCode) {
    const key = { promoterId, code: body.promoCode }
    const guess = { kind: 'promo_code', subjectId: promoterId, address: client?.address } as const
    const guessed = await compareCodes(context, guess, async () => {
      const isKnown = (await findPromo(context.reads, key))?.active === true
      return { matches: isKnown ? 1 : 0, found: isKnown }
    })
    if (!guessed.success) return guessed
    if (!guessed.data) return fail('PROMO_UNKNOWN')
  }
  const codes = (body.vouchers ?? []).map(({ code }) => code)
  const unknown = await countVoucherGuesses(context, { promoterId, address: client?.address, codes })
  if (unknown) return unknown
  return terms.isLimited ? countLimitTries(context, checkout, place) : place()
}

async function countLimitTries<Placed>(
  context: Context,
  checkout: Checkout,
  place: () => Promise<Result<Placed, Code>>,
): Promise<Result<Placed, Code>> {
  const { body, client } = checkout
  const network = clientNetworkOf(client?.address ?? '')
  const counted: LimitedKey[] = [
    [OF_CLIENT, network],
    [OF_CLIENT_AND_EMAIL, hashLimitKey(network, body.customer.email)],
  ]
  const placed = await context.turns.run<Result<Placed, Code>>(
    `customer_limit ${network}`,
    { atOnce: CLIENT_AT_ONCE },
    async () => {
      const tooMany = await consumeLimits(context, counted)
      if (tooMany) return tooMany
      const result = await place()
      const isLimited = !result.success && result.error.code === 'CUSTOMER_LIMIT'
      if (isLimited && !(await ownsAddress(context, checkout))) return withoutLeft(result)
      await restoreLimits(context, counted)
      return result
    },
  )
  return placed === 'too many' ? fail('RATE_LIMITED', { retryAfterSeconds: 10 }) : placed
}

async function ownsAddress(context: Context, { body, accountId }: Checkout): Promise<boolean> {
  const account = accountId === undefined ? undefined : await findAccount(context.db, accountId)
  return account !== undefined && account.emailVerifiedAt !== null && account.email === body.customer.email
}

/** Removes the quantity that the customer may still buy, which only the owner of the address may see. */
function withoutLeft<Placed>(placed: Result<Placed, Code>): Result<Placed, Code> {
  const known = placed.success ? undefined : customerLimitDetails.safeParse(placed.error.details).data
  if (!known) return placed
  const tickets = known.tickets.map(({ ticketTypeId, name, maxPerCustomer }) => ({
    ticketTypeId,
    name,
    maxPerCustomer,
  }))
  return fail('CUSTOMER_LIMIT', { tickets })
}
