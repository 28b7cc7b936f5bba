import { sql } from 'kysely'
import type { DoorTicketRow } from '#contracts/portal/door.ts'
import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import { mayHaveTickets } from '#server/sales/door/door-event-rows.ts'
import { ticketRows } from '#server/sales/door/scan-rows.ts'
import type { DeviceKey } from './share-rows.ts'

export interface SellingDevice {
  name: string
  accountId: string | null
  pairingId: string | null
  isRevoked: boolean
}

/** True when device `d`, or the pairing it belongs to, was revoked. */
const isRevoked = sql<boolean>`(d.revoked_at is not null
  or exists (select from door_pairings k where k.id = d.pairing_id and k.revoked_at is not null))`

export function findSellingDeviceRow(
  db: Db,
  { promoterId, eventId, deviceId }: DeviceKey,
): Promise<SellingDevice | undefined> {
  return queryRow<SellingDevice>(db)`
    select d.name, d.account_id as "accountId", d.pairing_id as "pairingId", ${isRevoked} as "isRevoked" from door_devices d
    where d.id = ${deviceId} and d.event_id = ${eventId} and d.promoter_id = ${promoterId}`
}

export interface SoldRow {
  deviceId: string
  seq: number
}

/** Finds a sale by the id of its order. Undefined for sales of other promoters or events. */
export function findDoorSale(
  db: Db,
  { promoterId, eventId }: { promoterId: string; eventId: string },
  id: string,
): Promise<SoldRow | undefined> {
  return queryRow<SoldRow>(db)`
    select device_id as "deviceId", seq from door_sales
    where order_id = ${id} and promoter_id = ${promoterId} and event_id = ${eventId}`
}

export interface NewDoorSale extends DeviceKey {
  orderId: string
  accountId: string | null
  seq: number
  pricesVersion: number
  soldAt: Date
  now: Date
}

export async function insertDoorSale(trx: Trx, sale: NewDoorSale): Promise<void> {
  await execute(trx)`
    insert into door_sales (order_id, promoter_id, event_id, device_id, account_id, seq, prices_version, sold_at, received_at)
    values (${sale.orderId}, ${sale.promoterId}, ${sale.eventId}, ${sale.deviceId}, ${sale.accountId}, ${sale.seq},
      ${sale.pricesVersion}, ${sale.soldAt}, ${sale.now})`
}

export interface DoorSaleEvent {
  title: string
  slug: string
  /** `published` also after it was unpublished, because the door may still sell then. */
  status: 'draft' | 'published' | 'cancelled'
  /** True if visitors can open the event's page. */
  hasPage: boolean
  isPromoterActive: boolean
}

export function findDoorSaleEvent(
  db: Db,
  { promoterId, eventId }: { promoterId: string; eventId: string },
): Promise<DoorSaleEvent | undefined> {
  return queryRow<DoorSaleEvent>(db)`
    select e.title, e.slug, case when e.status = 'draft' and ${mayHaveTickets} then 'published' else e.status end as status,
      e.status = 'published' as "hasPage", p.status = 'active' as "isPromoterActive"
    from events e join promoters p on p.id = e.promoter_id
    where e.id = ${eventId} and e.promoter_id = ${promoterId}`
}

export async function listTicketsOfSales(
  db: Db,
  key: { promoterId: string; eventId: string },
  orderIds: readonly string[],
): Promise<DoorTicketRow[]> {
  const rows = await queryRows<{ row: DoorTicketRow }>(db)`
    ${ticketRows(key, true)} and t.order_id = any(${orderIds}::uuid[])`
  return rows.map(({ row }) => row)
}

export interface SellingDeviceRow {
  id: string
  name: string
  lastSyncAt: Date
  isRevoked: boolean
  maySell: boolean
  shares: { ticketTypeId: string; quantity: number; isRecalled: boolean }[]
  sales: {
    payment: 'cash' | 'card_terminal'
    sales: number
    tickets: number
    totalCents: number
    refundedCents: number
    voided: number
  }[]
}

/**
 * Lists the devices of an event with their shares and sales. A sale that was fully refunded counts as voided, not as a
 * sale.
 */
export function listSellingDevices(
  db: Db,
  { promoterId, eventId }: { promoterId: string; eventId: string },
): Promise<SellingDeviceRow[]> {
  return queryRows<SellingDeviceRow>(db)`
    select d.id, d.name, d.last_sync_at as "lastSyncAt", ${isRevoked} as "isRevoked",
      (d.account_id is not null
        or exists (select from door_pairings k where k.id = d.pairing_id and 'sell' = any(k.rights))) as "maySell",
      (select coalesce(json_agg(json_build_object('ticketTypeId', s.ticket_type_id, 'quantity', s.quantity,
          'isRecalled', s.recalled_at is not null) order by s.ticket_type_id), '[]')
        from door_shares s where s.promoter_id = d.promoter_id and s.event_id = d.event_id and s.device_id = d.id
          and s.quantity > 0) as shares,
      (select coalesce(json_agg(json_build_object('payment', f.payment, 'sales', f.sales, 'tickets', f.tickets,
          'totalCents', f.total, 'refundedCents', f.refunded, 'voided', f.voided) order by f.payment), '[]')
        from (
          select case o.taken_outside when 'cash' then 'cash' else 'card_terminal' end as payment,
            (count(*) filter (where o.status <> 'refunded'))::int as sales,
            (count(*) filter (where o.status = 'refunded'))::int as voided,
            coalesce(sum(n.count), 0)::int as tickets, sum(o.total_cents)::float8 as total, sum(o.refunded_cents)::float8 as refunded
          from door_sales x join orders o on o.id = x.order_id
          cross join lateral (select count(*) from tickets t where t.order_id = o.id and t.status <> 'void') n
          where x.promoter_id = d.promoter_id and x.event_id = d.event_id and x.device_id = d.id group by 1
        ) f) as sales
    from door_devices d where d.event_id = ${eventId} and d.promoter_id = ${promoterId}
    order by d.created_at, d.id`
}

export interface ListedSaleRow {
  orderId: string
  orderNumber: string
  deviceId: string
  seq: number
  soldAt: Date
  payment: 'cash' | 'card_terminal'
  tickets: number
  totalCents: number
  refundedCents: number
  isVoided: boolean
  note: string
}

/** Lists the newest sales of an event. `note` is the reason given for the last refund or void. */
export function listNewestSales(
  db: Db,
  { promoterId, eventId, limit }: { promoterId: string; eventId: string; limit: number },
): Promise<ListedSaleRow[]> {
  return queryRows<ListedSaleRow>(db)`
    select x.order_id as "orderId", o.number as "orderNumber", x.device_id as "deviceId", x.seq, x.sold_at as "soldAt",
      case o.taken_outside when 'cash' then 'cash' else 'card_terminal' end as payment,
      (select count(*)::int from tickets t where t.order_id = o.id) as tickets, o.total_cents as "totalCents",
      o.refunded_cents as "refundedCents", o.status = 'refunded' as "isVoided",
      coalesce((select r.note from refunds r where r.order_id = o.id order by r.created_at desc, r.id limit 1), '') as note
    from door_sales x join orders o on o.id = x.order_id and o.promoter_id = x.promoter_id
    where x.promoter_id = ${promoterId} and x.event_id = ${eventId}
    order by x.sold_at desc, x.order_id limit ${limit}`
}

export interface SoldTicketTypeRow {
  id: string
  name: string
  free: number
}

export function listSoldTicketTypes(
  db: Db,
  { promoterId, eventId }: { promoterId: string; eventId: string },
): Promise<SoldTicketTypeRow[]> {
  return queryRows<SoldTicketTypeRow>(db)`
    select t.id, t.name, coalesce(greatest(0, least(i.capacity - i.held - i.sold,
      (select p.capacity - p.held - p.sold from capacity_pools p where p.id = i.pool_id))), 0) as free
    from ticket_types t join inventory i on i.ticket_type_id = t.id
    where t.event_id = ${eventId} and t.promoter_id = ${promoterId} and t.active order by t.position, t.id`
}

export function findConsoleEvent(
  db: Db,
  { promoterId, eventId }: { promoterId: string; eventId: string },
): Promise<{ id: string; title: string; currency: string; timeZone: string } | undefined> {
  return queryRow<{ id: string; title: string; currency: string; timeZone: string }>(db)`
    select e.id, e.title, e.currency, e.time_zone as "timeZone" from events e
    where e.id = ${eventId} and e.promoter_id = ${promoterId} and ${mayHaveTickets}`
}
