import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { DoorStock, SentDoorSale } from '#contracts/portal/door-sales.ts'

/** A sale by this device. `refused`: the server hasn't created an order; `why` is the reason. */
export interface LoggedSale {
  eventId: string
  seq: number
  sale: SentDoorSale
  state: 'waiting' | 'stored' | 'refused'
  why: string
  /** Reason of the void; undefined if the sale isn't voided. */
  voidReason?: string
  /** True once the server has voided the sale. */
  isVoidSent?: boolean
}

interface SalesSchema extends DBSchema {
  sales: { key: [string, number]; value: LoggedSale; indexes: { eventId: string } }
  stock: { key: string; value: { eventId: string; stock: DoorStock } }
}

export type SalesDatabase = IDBPDatabase<SalesSchema>

const DURABLE = { durability: 'strict' } as const

/**
 * Separate from the database of scans, so that a new version of the sales database doesn't affect devices without
 * sales.
 */
export const openSalesDatabase = (name: string): Promise<SalesDatabase> =>
  openDB<SalesSchema>(name, 1, {
    upgrade: (db) => {
      db.createObjectStore('sales', { keyPath: ['eventId', 'seq'] }).createIndex('eventId', 'eventId')
      db.createObjectStore('stock', { keyPath: 'eventId' })
    },
  })

export interface StoredSales {
  sales: readonly LoggedSale[]
  stock: DoorStock | undefined
}

export async function readStoredSales(db: SalesDatabase, eventId: string): Promise<StoredSales> {
  const [sales, stored] = await Promise.all([
    db.getAllFromIndex('sales', 'eventId', eventId),
    db.get('stock', eventId),
  ])
  return { sales, stock: stored?.stock }
}

/** Resolves once the sale is stored durably. Rejects if its number is already used. */
export async function appendSale(db: SalesDatabase, logged: LoggedSale): Promise<void> {
  const trx = db.transaction('sales', 'readwrite', DURABLE)
  await Promise.all([trx.store.add(logged), trx.done])
}

/** Stores the new states of sales together with the remaining stock. */
export async function storeSales(
  db: SalesDatabase,
  eventId: string,
  { sales, stock }: { sales: readonly LoggedSale[]; stock?: DoorStock | undefined },
): Promise<void> {
  const trx = db.transaction(['sales', 'stock'], 'readwrite', DURABLE)
  await Promise.all([
    ...sales.map((logged) => trx.objectStore('sales').put(logged)),
    ...(stock ? [trx.objectStore('stock').put({ eventId, stock })] : []),
    trx.done,
  ])
}
