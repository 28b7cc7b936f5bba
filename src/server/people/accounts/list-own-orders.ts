import { z } from 'zod'
import type { listOwnOrders as contract, OrderSummary } from '#contracts/account/accounts.ts'
import { fail } from '#contracts/platform/errors.ts'
import { urls } from '#contracts/platform/urls.ts'
import { toMajor } from '#model/platform/money.ts'
import { scopeOf } from '#model/sites/sites.ts'
import { succeed } from '#model/platform/result.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import type { Context } from '#server/context.ts'
import { siteAddress } from '#server/platform/site-address.ts'
import type { SignedIn } from '#server/people/sessions/authenticate.ts'
import { listOwnOrderRows, type OrderCursor, type Owner, type OwnOrderRow } from './own-order-rows.ts'

const PAGE_SIZE = 20

/** On a storefront only its promoter's orders, because the domain's owner could read what a session there reads. */
export const listOwnOrders: UseCase<typeof contract, AccountCall> = async (context, call) => {
  const { account, query, site } = call
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor)
  if (query.cursor !== undefined && !after)
    return fail('VALIDATION_ERROR', [{ path: 'cursor', message: 'This page marker is not one of ours.' }])
  const rows = await listOwnOrderRows(context.db, {
    owner: ownerOf(account),
    scope: scopeOf(site),
    after,
    now: new Date(context.clock.now()),
    limit: PAGE_SIZE + 1,
  })
  const page = rows.slice(0, PAGE_SIZE)
  const last = page.at(-1)
  const addressOf = orderAddresses(context, call)
  return succeed({
    orders: page.map((row) => toSummary(row, addressOf(row))),
    nextCursor: last && rows.length > PAGE_SIZE ? writeCursor(last) : null,
  })
}

/** Owner of orders; includes the address only when verified. */
export const ownerOf = ({ id, email, isEmailVerified }: SignedIn): Owner => ({
  accountId: id,
  email: isEmailVerified ? email : null,
})

const toSummary = (row: OwnOrderRow, url: string): OrderSummary => ({
  id: row.linkId,
  number: row.number,
  status: row.status,
  currency: row.currency,
  total: toMajor(row.totalCents, row.currency),
  createdAt: row.createdAt.toISOString(),
  url,
  ticketCount: row.ticketCount,
  events: row.events.map((event) => ({ ...event, startsAt: new Date(event.startsAt).toISOString() })),
})

/** Returns URLs of order pages on their promoters' storefronts; absolute when that is another site. */
function orderAddresses(
  context: Context,
  call: Pick<AccountCall, 'site' | 'client'>,
): (order: { linkId: string; promoterId: string }) => string {
  return ({ linkId, promoterId }) => {
    const isHere = call.site.kind === 'storefront' && call.site.promoterId === promoterId
    return (isHere ? '' : (siteAddress(context, call, promoterId) ?? '')) + urls.order(linkId)
  }
}

/** Upper bound of times that both PostgreSQL and JavaScript accept. */
const LATEST_MS = Date.UTC(9999, 0)

const cursor = z.tuple([z.int().min(0).max(LATEST_MS), z.uuid()])

const writeCursor = (row: OwnOrderRow): string =>
  Buffer.from(JSON.stringify([row.createdAt.getTime(), row.id])).toString('base64url')

function readCursor(text: string): OrderCursor | undefined {
  try {
    const [createdAt, id] = cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return { createdAt: new Date(createdAt), id }
  } catch {
    return undefined
  }
}
