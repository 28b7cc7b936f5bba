import type { correctOwnEmail as contract } from '#contracts/checkout/orders.ts'
import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import { isEmailCorrectable } from '#model/sales/email-corrections.ts'
import { succeed, type Failure, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { ERASED_PERSON } from '#server/people/accounts/own-order-rows.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { transact } from '#server/platform/db/transact.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import { findOrderVersion } from '#server/sales/order-management/order-email-rows.ts'
import { mailLimitRefusal, uncountUnsent } from '#server/sales/order-management/order-mail-limits.ts'
import { replaceOrderEmail } from '#server/sales/order-management/replace-order-email.ts'
import { openOrder } from '#server/sales/orders/order-access.ts'
import { findLinkedOrder, lockOrder, type OrderViewRow } from '#server/sales/orders/order-rows.ts'
import { toBuyersOrder, viewOrder } from '#server/sales/orders/order-view.ts'
import type { UseCase, VisitorCall } from '#server/use-case.ts'
import { CORRECTION_LIMIT, countOwnMail } from './own-order-limits.ts'

type Code = CodeOf<typeof contract>

/**
 * Corrects the order's email address. The returned order has the id of its new link. The old link stops working, so a retry
 * finds its result by the Idempotency-Key.
 */
export const correctOwnEmail: UseCase<typeof contract, VisitorCall> = async (context, call) => {
  const { params, body, client, idempotencyKey } = call
  const linkIds = linkIdsOf(context, params.id, idempotencyKey)
  const repeated = await findRepeated(context.db, linkIds)
  const opened = await openOrder(context, { ...call, id: repeated?.linkId ?? params.id })
  if (!opened.success) return opened
  if (repeated || opened.data.email === body.email)
    return succeed({ order: await toBuyersOrder(context, opened.data) })
  const refusal = refusalOf(opened.data, context.clock.now())
  if (refusal) return fail(refusal)
  const { id, email } = opened.data
  // The email is counted before the transaction, because a transaction that waits for a second connection can exhaust
  // the pool.
  const counted = await countOwnMail(context, {
    orderId: id,
    limit: CORRECTION_LIMIT,
    email: body.email,
    address: client.address,
  })
  const corrected = await transact(context.db, (trx) =>
    correct(context, trx, {
      id,
      from: email,
      to: body.email,
      linkIds,
      limited: mailLimitRefusal(counted),
      now: context.clock.now(),
    }),
  )
  await uncountUnsent(counted, corrected)
  return corrected.success ? succeed({ order: await viewOrder(context, id) }) : corrected
}

/**
 * Returns possible ids of the order's new link, derived from the key only if it is a UUID. If the key could be guessed,
 * others with the old link could obtain the new link by repeating the request.
 */
const linkIdsOf = ({ keyedIds }: Context, linkId: string, idempotencyKey: string): [string, ...string[]] =>
  isUuid(idempotencyKey) ? keyedIds.linkIds(linkId, idempotencyKey) : [crypto.randomUUID()]

async function findRepeated(
  db: Context['db'],
  linkIds: readonly string[],
): Promise<OrderViewRow | undefined> {
  for (const linkId of linkIds) {
    const order = await findLinkedOrder(db, linkId)
    if (order?.linkId === linkId) return order
  }
  return undefined
}

function refusalOf(
  order: Pick<OrderViewRow, 'status' | 'email' | 'paidAt' | 'takenOutside'>,
  now: number,
): 'ORDER_NOT_PAID' | 'ORDER_HAS_NO_ADDRESS' | 'ORDER_EMAIL_FIXED' | undefined {
  if (order.status !== 'paid' && order.status !== 'partially_refunded') return 'ORDER_NOT_PAID'
  if (order.email === ERASED_PERSON.email) return 'ORDER_HAS_NO_ADDRESS'
  return isEmailCorrectable(order, now) ? undefined : 'ORDER_EMAIL_FIXED'
}

interface Correction {
  id: string
  from: string
  to: string
  linkIds: readonly [string, ...string[]]
  /** Failure to return unless the request repeats an earlier one. Undefined while the limits aren't reached. */
  limited: Failure<'RATE_LIMITED' | 'RECIPIENT_LIMIT'> | undefined
  now: number
}

async function correct(
  context: Context,
  trx: PipelinedTransaction,
  { id, from, to, linkIds, limited, now }: Correction,
): Promise<Result<{ isNew: boolean }, Code>> {
  const order = await lockOrder(trx, id)
  // The same request was sent twice at once.
  if (await findRepeated(trx, linkIds)) return succeed({ isNew: false })
  if (limited) return limited
  // Another correction has replaced this caller's link.
  if (order?.email !== from) return fail('ORDER_LINK_REPLACED')
  const refusal = refusalOf(order, now)
  if (refusal) return fail(refusal)
  await replaceOrderEmail(context, trx, {
    order,
    version: await findOrderVersion(trx, id),
    to,
    linkId: linkIds[0],
    actor: { accountId: null, apiKeyId: null },
    isByBuyer: true,
    now: new Date(now),
  })
  return succeed({ isNew: true })
}
