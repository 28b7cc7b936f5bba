import { isInScope, type SiteScope } from '#model/sites/sites.ts'
import type { Guarded } from '#server/catalog/listings/event-marks.ts'
import type { BatchTicketType } from './hold-batch-rows.ts'
import type { HoldClient } from './hold-clients.ts'

export interface RequestedTickets {
  ticketTypeId: string
  quantity: number
  isRevealed?: boolean
}

/** Requested content of a cart. Each ticket type occurs once; ids are lower-case UUIDs. */
export interface HoldRequest {
  cartId: string
  scope: SiteScope
  requested: readonly RequestedTickets[]
  /** True for an event without access code, or when this browser has entered the code. */
  isOpen: (event: Guarded) => boolean
  /** Client whose share the holds count against. Without it, they count against no share. */
  client?: HoldClient | undefined
  hasAccount?: boolean
}

export type HoldTypes = ReadonlyMap<string, BatchTicketType>

/** A request for one promoter's tickets, with the ticket types sold on this site. */
export interface Sale {
  kind: 'sale'
  request: HoldRequest
  promoterId: string
  currency: string
  types: HoldTypes
  /** Requested ticket types that need an access code which the cart didn't send. */
  closed: ReadonlySet<string>
  /** Ticket types requested by any cart of the batch, and those that must sell out before a requested one goes on sale (`followsId`). */
  all: HoldTypes
}

/** Returns what the request can buy on this site. On a storefront, another promoter's ticket type is treated as unknown. */
export function toSale(
  request: HoldRequest,
  all: HoldTypes,
): Sale | { kind: 'several sellers' } | { kind: 'no seller' } {
  const { scope } = request
  const types = new Map(
    request.requested.flatMap((item): [string, BatchTicketType][] => {
      const type = all.get(item.ticketTypeId)
      return type && sells(scope, type) ? [[type.id, type]] : []
    }),
  )
  const [first, ...others] = types.values()
  if (!first) return { kind: 'no seller' }
  const { promoterId, currency } = first
  const isOneSeller = others.every((type) => type.promoterId === promoterId && type.currency === currency)
  return isOneSeller
    ? { kind: 'sale', request, promoterId, currency, types, closed: closedTo(request, types), all }
    : { kind: 'several sellers' }
}

const closedTo = ({ requested, isOpen }: HoldRequest, types: HoldTypes): Set<string> =>
  new Set(
    requested.flatMap(({ ticketTypeId, isRevealed }) => {
      const type = types.get(ticketTypeId)
      return type && ((type.isHidden && !isRevealed) || !isOpen(guardedEvent(type))) ? [ticketTypeId] : []
    }),
  )

const guardedEvent = ({ eventId, visibility, accessCode }: BatchTicketType): Guarded => ({
  id: eventId,
  visibility,
  access_code: accessCode,
})

const sells = (scope: SiteScope, type: BatchTicketType): boolean =>
  type.eventStatus !== 'draft' && isInScope(scope, type.promoterId)
