import type { Kysely } from 'kysely'
import type { CapacityPool, ManagedTicketType, TicketBoard } from '#contracts/console/ticket-types.ts'
import { saleStatusOf } from '#model/catalog.ts'
import { ticketFeeCents, type FeeRule } from '#model/fees.ts'
import { freeOf } from '#model/inventory.ts'
import { millionthsToPercent, toMajor } from '#model/money.ts'
import { listTicketTypesOfEvents, toStock, type TicketTypeRow } from '../catalog/ticket-type-rows.ts'
import type { Database } from '../db/tables.ts'
import { findFeeRules, ruleFor } from '../fees/fee-rows.ts'
import {
  listTaxRates,
  listTypeSettings,
  type ManagedEventRow,
  type TypeSettingsRow,
} from './managed-type-rows.ts'
import { listPools, type PoolRow } from './pool-rows.ts'

/** All that a promoter sees of an event's tickets. */
export async function readBoard(
  db: Kysely<Database>,
  event: ManagedEventRow,
  read: { promoterId: string; now: number },
): Promise<TicketBoard> {
  const { promoterId, now } = read
  const find = { promoterId, eventId: event.id }
  const [types, settings, pools, rates, rules] = await Promise.all([
    listTicketTypesOfEvents(db, { eventIds: [event.id], now: new Date(now) }),
    listTypeSettings(db, find),
    listPools(db, find),
    listTaxRates(db, promoterId),
    findFeeRules(db, [event.id]),
  ])
  const { rule: feeRule } = ruleFor(rules, event.id)
  const known = new Map(settings.map((each) => [each.id, each]))
  const { startsAt, endsAt, ...facts } = event
  return {
    event: { ...facts, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() },
    ticketTypes: types.flatMap((row) => {
      const own = known.get(row.id)
      return own ? [toManaged(row, { own, all: types, feeRule, now })] : []
    }),
    pools: pools.map((pool) => toPool(pool, types)),
    taxes: rates.map(({ id, name, rateMillionths }) => ({
      id,
      name,
      percent: millionthsToPercent(rateMillionths),
    })),
  }
}

function toManaged(
  row: TicketTypeRow,
  look: { own: TypeSettingsRow; all: readonly TicketTypeRow[]; feeRule: FeeRule; now: number },
): ManagedTicketType {
  const { own, all, feeRule, now } = look
  const stock = toStock(row, all, now)
  const available = Math.max(0, freeOf(stock))
  const status = saleStatusOf(stock, available, now)
  const feeCents =
    row.price_cents > 0 ? ticketFeeCents(feeRule, { priceCents: row.price_cents, quantity: 1 }) : 0
  const first =
    status === 'not_yet' && stock.waits ? all.find((each) => each.id === row.follows_id) : undefined
  return {
    id: row.id,
    version: own.version,
    name: row.name,
    description: row.description,
    price: toMajor(row.price_cents, row.currency),
    fees: toMajor(feeCents, row.currency),
    totalPrice: toMajor(row.price_cents + feeCents, row.currency),
    capacity: row.capacity,
    held: row.held,
    sold: row.sold,
    available,
    minPerOrder: row.min_per_order,
    maxPerOrder: row.max_per_order,
    saleStartsAt: row.sale_starts_at?.toISOString() ?? null,
    saleEndsAt: row.sale_ends_at?.toISOString() ?? null,
    active: row.active,
    isHidden: row.is_hidden,
    accessCode: own.accessCode,
    followsId: row.follows_id,
    poolId: row.pool_id,
    taxIds: own.taxIds,
    // Of a draft nothing is on sale; what its promoter set up is told as it will be.
    status:
      row.event_status === 'draft' && row.active
        ? saleStatusOf({ ...stock, active: true }, available, now)
        : status,
    ...(first ? { waitsFor: first.name } : {}),
  }
}

/** Its ticket types leave out holds whose time has passed; so does it. */
function toPool({ eventId: _, ...pool }: PoolRow, types: readonly TicketTypeRow[]): CapacityPool {
  const members = types.filter((type) => type.pool_id === pool.id)
  return { ...pool, held: members.reduce((sum, type) => sum + type.held, 0) }
}
