import type { listOwnOrders as contract, OrderSummary } from '#contracts/account/accounts.ts'
import { urls } from '#contracts/platform/urls.ts'
import { toMajor } from '#model/platform/money.ts'
import { siteScopeOf } from '#model/sites/sites.ts'
import { succeed } from '#model/platform/result.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import type { Context } from '#server/context.ts'
import { splitPage, parseCursor } from '#server/platform/ids/list-cursor.ts'
import { siteOrigin } from '#server/platform/site-origin.ts'
import type { SignedIn } from '#server/use-case.ts'
import { listOwnOrderRows, type OrderOwner, type OwnOrderRow } from './own-order-rows.ts'

const PAGE_SIZE = 20

/**
 * Lists the account's orders. On a storefront, lists only orders of its promoter, because the domain's owner could
 * read everything that a session on the domain can.
 */
export const listOwnOrders: UseCase<typeof contract, AccountCall> = async (context, call) => {
  const { account, query, site } = call
  const after = parseCursor(query.cursor)
  if (!after.success) return after
  const rows = await listOwnOrderRows(context.db, {
    owner: orderOwnerOf(account),
    scope: siteScopeOf(site),
    after: after.data,
    now: new Date(context.clock.now()),
    limit: PAGE_SIZE + 1,
  })
  const { page, nextCursor } = splitPage(rows, ({ createdAt: at, id }) => ({ at, id }), PAGE_SIZE)
  const addressOf = createOrderUrls(context, call)
  return succeed({ orders: page.map((row) => toSummary(row, addressOf(row))), nextCursor })
}

/** Owner of the listed orders. The email address is used only when it is verified. */
export const orderOwnerOf = ({ id, email, isEmailVerified }: SignedIn): OrderOwner => ({
  accountId: id,
  email: isEmailVerified ? email : null,
})

const toSummary = (row: OwnOrderRow, url: string): OrderSummary => ({
  id: row.linkId,
  number: row.number,
  status: row.status,
  currency: row.currency,
  total: toMajor(row.totalCents, row.currency),
  ...(row.refundedCents > 0 && { refunded: toMajor(row.refundedCents, row.currency) }),
  createdAt: row.createdAt.toISOString(),
  url,
  ticketCount: row.ticketCount,
  events: row.events.map((event) => ({ ...event, startsAt: new Date(event.startsAt).toISOString() })),
})

/**
 * Returns a function that builds the URL of an order's page on its promoter's storefront. The URL is absolute when
 * that is another site.
 */
export function createOrderUrls(
  context: Context,
  call: Pick<AccountCall, 'site' | 'client'>,
): (order: { linkId: string; promoterId: string }) => string {
  return ({ linkId, promoterId }) => {
    const isHere = call.site.kind === 'storefront' && call.site.promoterId === promoterId
    return (isHere ? '' : (siteOrigin(context, call, promoterId) ?? '')) + urls.order(linkId)
  }
}
