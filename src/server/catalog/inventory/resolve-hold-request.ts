import { isInSiteScope, type SiteScope } from '#model/sites/sites.ts'
import type { EventWithCode } from '#server/catalog/listings/event-unlock-signer.ts'
import type { BatchTicketType } from './hold-batch-rows.ts'
import type { HoldClient } from './hold-clients.ts'

export interface RequestedTickets {
  ticketTypeId: string
  quantity: number
  isRevealed?: boolean
}

/** A request to hold tickets in a cart. Each ticket type occurs once. Ids are lower-case UUIDs. */
export interface HoldRequest {
  cartId: string
  scope: SiteScope
  requested: readonly RequestedTickets[]
  /** True when the event has no access code, or when this browser has entered it. */
  isOpen: (event: EventWithCode) => boolean
  /** The client against whose share the holds count. Undefined when they count against no share. */
  client?: HoldClient | undefined
  hasAccount?: boolean
}

export type HoldTicketTypes = ReadonlyMap<string, BatchTicketType>

/** A request for tickets of one promoter, with the ticket types sold on this site. */
export interface ResolvedHoldRequest {
  kind: 'sale'
  request: HoldRequest
  promoterId: string
  currency: string
  types: HoldTicketTypes
  /** Requested ticket types whose access code wasn't sent. */
  closed: ReadonlySet<string>
  /**
   * Ticket types requested by any cart of the batch, and the types that must sell out before one of them goes on sale
   * (`followsId`).
   */
  all: HoldTicketTypes
}

/**
 * Returns the part of the request that can be bought on this site. On a storefront, ticket types of other promoters
 * count as unknown.
 */
export function resolveHoldRequest(
  request: HoldRequest,
  all: HoldTicketTypes,
): ResolvedHoldRequest | { kind: 'several sellers' } | { kind: 'no seller' } {
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

const closedTo = ({ requested, isOpen }: HoldRequest, types: HoldTicketTypes): Set<string> =>
  new Set(
    requested.flatMap(({ ticketTypeId, isRevealed }) => {
      const type = types.get(ticketTypeId)
      return type && ((type.isHidden && !isRevealed) || !isOpen(guardedEvent(type))) ? [ticketTypeId] : []
    }),
  )

const guardedEvent = ({ eventId, visibility, accessCode }: BatchTicketType): EventWithCode => ({
  id: eventId,
  visibility,
  access_code: accessCode,
})

const sells = (scope: SiteScope, type: BatchTicketType): boolean =>
  type.eventStatus !== 'draft' && isInSiteScope(scope, type.promoterId)
