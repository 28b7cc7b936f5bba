// @vitest-environment node
import 'fake-indexeddb/auto'
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import {
  countUnsentDoorRecords,
  doorDatabaseOf,
  deleteDoorData,
  salesDatabaseOf,
} from '#browser/account/door-data.ts'
import { openDoorDatabase, type LoggedScan } from '#browser/portal/door/door-database.ts'
import { openSalesDatabase, type LoggedSale } from '#browser/portal/door/sales-database.ts'

const databases = async () => (await indexedDB.databases()).map(({ name }) => name)

async function storeScan(accountId: string, state: LoggedScan['state']): Promise<void> {
  const db = await openDoorDatabase(doorDatabaseOf(accountId))
  const scan = { deviceId: 'd', seq: 1, ticketId: 't', kind: 'entry', atMs: 1, gateId: null } as const
  await db.put('log', { eventId: 'e', seq: 1, scan, state, why: '' })
  db.close()
}

it('signing out deletes an account’s door data once all scans are sent, and no other account’s', async () => {
  const [own, other] = [randomUUID(), randomUUID()]
  await storeScan(own, 'stored')
  await storeScan(other, 'stored')
  expect(await deleteDoorData(own)).toBe(0)
  expect(await databases()).toEqual([doorDatabaseOf(other)])
})

it('scans that weren’t sent are kept and counted', async () => {
  const own = randomUUID()
  await storeScan(own, 'waiting')
  expect(await deleteDoorData(own)).toBe(1)
  expect(await databases()).toContain(doorDatabaseOf(own))
  await storeScan(own, 'refused')
  expect(await deleteDoorData(own)).toBe(0)
  expect(await databases()).not.toContain(doorDatabaseOf(own))
})

async function storeSale(accountId: string, logged: Pick<LoggedSale, 'state' | 'voidReason' | 'isVoidSent'>) {
  const db = await openSalesDatabase(salesDatabaseOf(doorDatabaseOf(accountId)))
  const sale = { id: 's', seq: 1, atMs: 1, payment: 'cash', pricesVersion: 1, total: 1, tickets: [] } as const
  await db.put('sales', { eventId: 'e', seq: 1, sale: { ...sale, tickets: [] }, why: '', ...logged })
  db.close()
}

it('sales and voids that weren’t sent keep the device, and are counted', async () => {
  const own = randomUUID()
  await storeScan(own, 'stored')
  await storeSale(own, { state: 'waiting' })
  expect(await deleteDoorData(own)).toBe(1)
  await storeSale(own, { state: 'stored', voidReason: 'Wrong ticket' })
  expect(await deleteDoorData(own)).toBe(1)
  expect(await databases()).toContain(doorDatabaseOf(own))
  await storeSale(own, { state: 'stored', voidReason: 'Wrong ticket', isVoidSent: true })
  expect(await deleteDoorData(own)).toBe(0)
  const left = await databases()
  expect(left).not.toContain(doorDatabaseOf(own))
  expect(left).not.toContain(salesDatabaseOf(doorDatabaseOf(own)))
})

it('what all accounts of a browser haven’t sent is counted', async () => {
  const before = await countUnsentDoorRecords()
  const [one, other] = [randomUUID(), randomUUID()]
  await storeScan(one, 'waiting')
  await storeSale(one, { state: 'waiting' })
  await storeScan(other, 'waiting')
  await storeSale(other, { state: 'stored' })
  expect(await countUnsentDoorRecords()).toBe(before + 3)
})

it('an account that never opened the door has nothing to delete', async () => {
  const before = await databases()
  expect(await deleteDoorData(randomUUID())).toBe(0)
  expect(await databases()).toEqual(before)
})
