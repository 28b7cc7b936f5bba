import type { OrderSelection } from '#contracts/console/orders/orders.ts'
import { splitSearchTerms } from '#model/sales/order-search.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import type { OrderSearch } from '#server/sales/order-management/order-filter-rows.ts'

const DAY_MS = 86_400_000
const NOBODYS = '00000000-0000-0000-0000-000000000000'

/** Parses the filters of a query string. An invalid id matches nothing. */
export function readOrderSelection(
  filter: OrderSelection,
  caller: { promoterId: string; now: number },
): OrderSearch {
  return {
    promoterId: caller.promoterId,
    words: splitSearchTerms(filter.q),
    status: filter.status,
    eventId: toIdFilter(filter.eventId),
    from: filter.from === undefined ? undefined : new Date(filter.from),
    to: filter.to === undefined ? undefined : endOf(filter.to),
    promo: filter.promo || undefined,
    linkId: toIdFilter(filter.link),
    now: new Date(caller.now),
  }
}

export const toIdFilter = (id: string | undefined): string | undefined =>
  id ? (isUuid(id) ? id : NOBODYS) : undefined

const endOf = (text: string): Date =>
  new Date(Date.parse(text) + (/^\d{4}-\d\d-\d\d$/.test(text) ? DAY_MS : 0))
