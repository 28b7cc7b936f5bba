import type { CapacityPool, ManagedTicketType, TicketBoard } from '#contracts/console/ticket-types.ts'
import type { TicketOffer } from '#model/catalog/catalog.ts'
import { millionthsToPercent } from '#model/platform/money.ts'
import { toTicketOffers } from '#server/catalog/listings/ticket-offers.ts'
import { listTicketTypesOfEvents, type TicketTypeRow } from '#server/catalog/listings/ticket-type-rows.ts'
import type { Db } from '#server/platform/db/query.ts'
import { findFeeRules, feeRuleFor } from '#server/pricing/fees/fee-rows.ts'
import {
  listTaxRateOptions,
  listTicketTypeSettings,
  type ManagedEventRow,
  type TicketTypeSettingsRow,
} from './managed-type-rows.ts'
import { listPools, type PoolRow } from '#server/catalog/pools/pool-rows.ts'

export async function readTicketBoard(
  db: Db,
  event: ManagedEventRow,
  read: { promoterId: string; now: number },
): Promise<TicketBoard> {
  const { promoterId, now } = read
  const find = { promoterId, eventId: event.id }
  const [types, settings, pools, rates, rules] = await Promise.all([
    listTicketTypesOfEvents(db, { eventIds: [event.id], now: new Date(now) }),
    listTicketTypeSettings(db, find),
    listPools(db, find),
    listTaxRateOptions(db, promoterId),
    findFeeRules(db, [event.id]),
  ])
  const { rule: feeRule } = feeRuleFor(rules, event.id)
  const known = new Map(settings.map((each) => [each.id, each]))
  const offers = new Map(
    toTicketOffers(types.map(asPublished), { feeRule, now, revealed: new Set(known.keys()) }).map((offer) => [
      offer.id,
      offer,
    ]),
  )
  const { startsAt, endsAt, ...facts } = event
  return {
    event: { ...facts, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() },
    ticketTypes: types.flatMap((row) => {
      const own = known.get(row.id)
      const offer = offers.get(row.id)
      return own && offer ? [toManaged(row, own, offer)] : []
    }),
    pools: pools.map((pool) => toPool(pool, types)),
    taxes: rates.map(({ id, name, rateMillionths }) => ({
      id,
      name,
      percent: millionthsToPercent(rateMillionths),
    })),
  }
}

function toManaged(row: TicketTypeRow, own: TicketTypeSettingsRow, offer: TicketOffer): ManagedTicketType {
  return {
    id: row.id,
    version: own.version,
    name: row.name,
    description: row.description,
    price: offer.price,
    fees: offer.fees,
    ...(offer.tax === undefined ? {} : { tax: offer.tax }),
    totalPrice: offer.totalPrice,
    capacity: row.capacity,
    held: row.held,
    sold: row.sold,
    available: offer.availableQuantity,
    minPerOrder: row.min_per_order,
    maxPerOrder: own.maxPerOrder,
    maxPerCustomer: row.max_per_customer,
    saleStartsAt: offer.saleStartDate,
    saleEndsAt: offer.saleEndDate,
    active: row.active,
    isHidden: row.is_hidden,
    accessCode: own.accessCode,
    followsId: row.follows_id,
    poolId: row.pool_id,
    taxIds: own.taxIds,
    status: offer.status,
    ...(offer.waitsFor === undefined ? {} : { waitsFor: offer.waitsFor }),
  }
}

/** Shows the ticket types of a draft as they will be once it is published. */
const asPublished = (row: TicketTypeRow): TicketTypeRow =>
  row.event_status === 'draft' ? { ...row, event_status: 'published' } : row

/** Counts exclude expired holds. */
function toPool(pool: PoolRow, types: readonly TicketTypeRow[]): CapacityPool {
  const { id, version, name, capacity, sold } = pool
  const members = types.filter((type) => type.pool_id === id)
  return { id, version, name, capacity, sold, held: members.reduce((sum, type) => sum + type.held, 0) }
}
