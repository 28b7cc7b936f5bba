import { deleteDB, openDB } from 'idb'

/** Name of the database of door data of an account or a pairing (`browser/portal/door/door-database.ts`). */
export const doorDatabaseOf = (owner: string): string => `foyer-door-${owner}`

/** Name of the database of sales made at the door (`browser/portal/door/sales-database.ts`). */
export const salesDatabaseOf = (doorDatabase: string): string => `${doorDatabase}-sales`

/** Maximum time to wait for the deletion. It is blocked while the door is open in another tab. */
const PATIENCE_MS = 1000

/**
 * Deletes the door's data of an account in this browser: names of ticket holders, tickets, scans and sales. If some scans or sales haven't
 * been sent, deletes nothing and returns their number, because they can only be sent with the device id that is stored with them.
 */
export async function deleteDoorData(accountId: string): Promise<number> {
  const name = doorDatabaseOf(accountId)
  const known = await listDatabases()
  const waiting = await countUnsentIn(name, known)
  if (waiting > 0) return waiting
  const deleted = [name, salesDatabaseOf(name)]
    .filter((each) => known.has(each))
    .map((each) => deleteDB(each))
  await Promise.race([Promise.all(deleted), new Promise((resolve) => void setTimeout(resolve, PATIENCE_MS))])
  return 0
}

/** Returns the number of scans and sales of all accounts and pairings that this browser hasn't sent. */
export async function countUnsentDoorRecords(): Promise<number> {
  const known = await listDatabases()
  const doors = [...known].filter((name) => OWNED.test(name))
  const counts = await Promise.all(doors.map((name) => countUnsentIn(name, known)))
  return counts.reduce((sum, count) => sum + count, 0)
}

const OWNED = /^foyer-door-(?!.*-sales$)/

const listDatabases = async (): Promise<ReadonlySet<string>> =>
  new Set((await indexedDB.databases()).flatMap(({ name }) => name ?? []))

async function countUnsentIn(name: string, known: ReadonlySet<string>): Promise<number> {
  const salesName = salesDatabaseOf(name)
  const scans = known.has(name) ? await readAll<{ state: string }>(name, 'log') : []
  const sales = known.has(salesName) ? await readAll<StoredSale>(salesName, 'sales') : []
  return scans.filter(({ state }) => state === 'waiting').length + sales.filter(isUnsent).length
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

/** Returns true if the server doesn't know yet that the sale was made, or that it was voided. */
const isUnsent = ({ state, voidReason, isVoidSent }: StoredSale): boolean =>
  state === 'waiting' || (state === 'stored' && voidReason !== undefined && isVoidSent !== true)
