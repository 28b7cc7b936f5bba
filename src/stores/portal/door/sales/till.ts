import type { ReadableAtom } from 'nanostores'
import { newUuid } from '#browser/platform/uuid.ts'
import { readStoredSales, type SalesDatabase } from '#browser/portal/door/sales-database.ts'
import type { DoorTicketRow } from '#contracts/portal/door.ts'
import type { DoorStock, SentDoorSale } from '#contracts/portal/door-sales.ts'
import { toMajor } from '#model/platform/money.ts'
import type { Failure } from '#model/platform/result.ts'
import { groupIntoLines, quoteDoorSale } from '#model/sales/door-sales/door-prices.ts'
import { DOOR_BUYER_NAME, type DoorPayment } from '#model/sales/door-sales/door-sales.ts'
import { newDeviceTicket } from './device-tickets.ts'
import { DeviceSales, type TillState } from './device-sales.ts'
import { syncSales, type SyncSalesDeps, type TillCalls } from './sync-sales.ts'

export interface Basket {
  quantities: ReadonlyMap<string, number>
  payment: DoorPayment
  email?: string | undefined
}

/** Sells tickets from this device's share of an event. A sale is stored durably before it is shown. */
export interface Till {
  $state: ReadableAtom<TillState>
  /** Total in major units; undefined while the prices are unknown. */
  totalOf: (quantities: Basket['quantities']) => number | undefined
  /** Stores a sale. Resolves to undefined when the share has too few tickets. */
  sell: (basket: Basket) => Promise<SentDoorSale | undefined>
  voidSale: (seq: number, reason: string) => Promise<void>
  /** Changes the share. Sends sales first, because sold tickets no longer belong to the share. */
  putShare: (ticketTypeId: string, quantity: number) => Promise<Failure<string> | undefined>
  /** Sends waiting sales and voids, and reloads stock and prices. Runs once at a time. */
  sync: () => Promise<boolean>
  /** Returns true if the server doesn't have the ticket's sale yet, and so would refuse scans of the ticket. */
  isUnsent: (ticketId: string) => boolean
  unsentTickets: () => DoorTicketRow[]
}

interface TillDeps {
  db: SalesDatabase
  eventId: string
  deviceId: string
  now: () => number
  calls: TillCalls
}

export async function openTill({ db, ...known }: TillDeps): Promise<Till> {
  const { eventId, now } = known
  const deviceSales = new DeviceSales({ db, eventId }, await readStoredSales(db, eventId))
  const deps = { ...known, deviceSales }
  let syncing: Promise<boolean> | undefined
  const sync = (): Promise<boolean> =>
    (syncing ??= syncSales(deps).finally(() => {
      syncing = undefined
    }))
  return {
    $state: deviceSales.$state,
    totalOf: (quantities) => deviceSales.stock && totalOf(deviceSales.stock, { eventId, quantities }),
    sell: async (basket) => {
      const sale = makeSale(deviceSales, { eventId, basket, atMs: now() })
      if (sale) await deviceSales.append(sale)
      return sale
    },
    voidSale: async (seq, voidReason) => {
      const logged = deviceSales.find(seq)
      if (logged && logged.voidReason === undefined) await deviceSales.adopt([{ ...logged, voidReason }])
    },
    putShare: async (ticketTypeId, quantity) =>
      (await sync()) && deviceSales.waiting().length === 0
        ? putShare(deps, { ticketTypeId, quantity })
        : NOT_SENT,
    sync,
    isUnsent: (ticketId) =>
      deviceSales.waiting().some(({ sale }) => sale.tickets.some(({ id }) => id === ticketId)),
    unsentTickets: () => deviceSales.waiting().flatMap(({ sale }) => toTicketRows(sale)),
  }
}

const NOT_SENT: Failure<string> = {
  success: false,
  error: { code: 'NETWORK_ERROR', message: 'You can change the number of tickets only while you’re online.' },
}

async function putShare(
  { deviceSales, eventId, deviceId, calls }: SyncSalesDeps,
  share: { ticketTypeId: string; quantity: number },
): Promise<Failure<string> | undefined> {
  const answer = await calls.putShare(eventId, { deviceId, ...share })
  if (!answer.success) return answer
  await deviceSales.adopt([], answer.data.stock)
  return undefined
}

function makeSale(
  deviceSales: DeviceSales,
  { eventId, basket, atMs }: { eventId: string; basket: Basket; atMs: number },
): SentDoorSale | undefined {
  const { stock } = deviceSales
  const { left } = deviceSales.$state.get()
  const { quantities, payment, email } = basket
  const total = stock && totalOf(stock, { eventId, quantities })
  const isCovered = [...quantities].every(([id, quantity]) => quantity <= (left.get(id) ?? 0))
  if (!stock || total === undefined || !isCovered) return undefined
  return {
    id: newUuid(),
    seq: deviceSales.nextSeq(),
    atMs,
    payment,
    pricesVersion: stock.pricesVersion,
    total,
    tickets: [...quantities].flatMap(([id, quantity]) =>
      Array.from({ length: quantity }, () => newDeviceTicket(id)),
    ),
    ...(email && { email }),
  }
}

/** Converts a sale's tickets into rows of the snapshot. */
export const toTicketRows = ({ tickets }: SentDoorSale): DoorTicketRow[] =>
  tickets.map(({ id, code, ticketTypeId }) => [
    id,
    code.replace('-', ''),
    ticketTypeId,
    1,
    0,
    DOOR_BUYER_NAME,
    '',
  ])

function totalOf(
  { prices }: DoorStock,
  { eventId, quantities }: { eventId: string; quantities: Basket['quantities'] },
): number | undefined {
  const tickets = [...quantities].flatMap(([ticketTypeId, quantity]) =>
    Array.from({ length: quantity }, () => ({ ticketTypeId })),
  )
  const price = quoteDoorSale(prices, { eventId, lines: groupIntoLines(tickets, prices) })
  return price && toMajor(price.totalCents, prices.currency)
}
