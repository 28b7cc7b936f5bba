import {
  attributeSale,
  clampVisitTime,
  type TrackingData,
  type Visit,
} from '#model/sales/tracking/tracking.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/platform/db/query.ts'
import type { LockedCart } from '#server/catalog/inventory/hold-rows.ts'
import type { OrderRow } from '#server/sales/orders/order-rows.ts'
import type { Visitor } from '#server/use-case.ts'
import { findBrowserAccount } from '#server/people/sessions/find-browser-account.ts'
import { listAttributableLinks } from './visit-rows.ts'

export interface VisitsOfBuyer {
  visits: readonly Visit[]
  accountId: string | undefined
}

/** Columns of an order for its tracking link and the time of the visit. */
export type OrderAttribution = Pick<OrderRow, 'trackingLinkId' | 'trackedAt'>

type Trace = Pick<Visit, 'linkId' | 'at'>

/** Reads the visits before the order's transaction, so that these queries don't run while the cart is locked. */
export async function readVisitsOfBuyer(
  context: Context,
  client: Visitor | undefined,
): Promise<VisitsOfBuyer> {
  if (!client) return { visits: [], accountId: undefined }
  return {
    visits: context.tracking.readCookie(client, context.clock.now()),
    accountId: await findBrowserAccount(context, client),
  }
}

interface Attributing {
  cart: LockedCart
  body: { customer: { email: string }; tracking?: TrackingData | undefined }
  arrival: VisitsOfBuyer
  now: number
}

/** Attributes the order to the latest visit stored in the cookie, the cart or the browser's storage. */
export async function attributeOrder(trx: Trx, order: Attributing): Promise<OrderAttribution> {
  const visit = await findVisit(trx, order)
  return { trackingLinkId: visit?.linkId ?? null, trackedAt: visit ? new Date(visit.at) : null }
}

async function findVisit(trx: Trx, order: Attributing): Promise<Trace | undefined> {
  const { cart, body, arrival, now } = order
  const { trackingLinkId, trackedAt, promoterId } = cart
  const { ref: reference, timestamp } = body.tracking ?? {}
  const traces: Trace[] = [
    ...arrival.visits.filter((visit) => visit.promoterId === promoterId),
    ...(trackingLinkId && trackedAt ? [{ linkId: trackingLinkId, at: trackedAt.getTime() }] : []),
  ]
  if (traces.length === 0 && !reference) return undefined
  const linkIds = traces.map((trace) => trace.linkId)
  const links = await listAttributableLinks(trx, { promoterId, linkIds, reference })
  const named = links.find(
    ({ id, code }) => reference && (isUuid(reference) ? id : code) === reference.toLowerCase(),
  )
  return attributeSale({
    traces: [...traces, ...(named ? [{ linkId: named.id, at: clampVisitTime(timestamp, now) }] : [])],
    links,
    promoterId,
    buyer: { email: body.customer.email, accountId: arrival.accountId },
    now,
  })
}
