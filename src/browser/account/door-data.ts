import { deleteDB, openDB } from 'idb'

/** Name of the door's database for an account or a pairing (`browser/portal/door/door-database.ts`). */
export const doorDatabaseOf = (owner: string): string => `foyer-door-${owner}`

/** Name of the database with its sales (`browser/portal/door/sales-database.ts`). */
export const salesDatabaseOf = (doorDatabase: string): string => `${doorDatabase}-sales`

/** A tab in which the door is open delays the deletion until it is closed. This is the time to wait for it. */
const PATIENCE_MS = 1000

/**
 * Deletes what the door has stored for an account in this browser: names of ticket holders, tickets, scans and sales. If scans or sales
 * aren't sent yet, deletes nothing and returns their number, because they can be sent only as the device that is stored with them.
 */
export async function deleteDoorData(accountId: string): Promise<number> {
  const name = doorDatabaseOf(accountId)
  const salesName = salesDatabaseOf(name)
  const known = new Set((await indexedDB.databases()).map((each) => each.name))
  const scans = known.has(name) ? await readAll<{ state: string }>(name, 'log') : []
  const sales = known.has(salesName) ? await readAll<StoredSale>(salesName, 'sales') : []
  const waiting = scans.filter(({ state }) => state === 'waiting').length + sales.filter(isUnsent).length
  if (waiting > 0) return waiting
  const deleted = [name, salesName].filter((each) => known.has(each)).map((each) => deleteDB(each))
  await Promise.race([Promise.all(deleted), new Promise((resolve) => void setTimeout(resolve, PATIENCE_MS))])
  return 0
}

async function readAll<Row>(name: string, store: string): Promise<Row[]> {
  const db = await openDB(name)
  const rows: Row[] = db.objectStoreNames.contains(store) ? await db.getAll(store) : []
  db.close()
  return rows
}

interface StoredSale {
  state: string
  voidReason?: string
  isVoidSent?: boolean
}

/** True if the sale or its void isn't sent yet. */
const isUnsent = ({ state, voidReason, isVoidSent }: StoredSale): boolean =>
  state === 'waiting' || (state === 'stored' && voidReason !== undefined && isVoidSent !== true)
