import { sql } from 'kysely'
import type { CapacityPool } from '#contracts/console/ticket-types.ts'
import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

export type PoolRow = CapacityPool & { eventId: string }

const columns = sql`id, event_id as "eventId", version, name, capacity, held, sold`

export function listPools(db: Db, find: { promoterId: string; eventId: string }): Promise<PoolRow[]> {
  return queryRows<PoolRow>(db)`
    select ${columns} from capacity_pools
    where promoter_id = ${find.promoterId} and event_id = ${find.eventId} order by created_at, id`
}

export function findPool(db: Db, find: { promoterId: string; id: string }): Promise<PoolRow | undefined> {
  return queryRow<PoolRow>(db)`
    select ${columns} from capacity_pools where id = ${find.id} and promoter_id = ${find.promoterId}`
}

export async function listPoolMembers(db: Db, poolIds: readonly string[]): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(db)`
    select ticket_type_id as id from inventory where pool_id = any(${poolIds}::uuid[])`
  return rows.map((row) => row.id)
}

interface PoolWrite {
  promoterId: string
  id: string
  name: string
  capacity: number
}

/** Inserts a pool with version 0. The first write makes it version 1. */
export async function insertPoolRow(trx: Trx, row: PoolWrite & { eventId: string }): Promise<void> {
  await execute(trx)`
    insert into capacity_pools (id, promoter_id, event_id, name, capacity, version)
    values (${row.id}, ${row.promoterId}, ${row.eventId}, ${row.name}, ${row.capacity}, 0)`
}

export async function updatePoolRow(trx: Trx, row: PoolWrite): Promise<void> {
  await execute(trx)`
    update capacity_pools set version = version + 1, name = ${row.name}, capacity = ${row.capacity}
    where id = ${row.id} and promoter_id = ${row.promoterId}`
}

export async function deletePoolRow(trx: Trx, row: { promoterId: string; id: string }): Promise<void> {
  await execute(trx)`delete from capacity_pools where id = ${row.id} and promoter_id = ${row.promoterId}`
}

interface PoolMove {
  promoterId: string
  ticketTypeIds: readonly string[]
  poolId: string | null
  /** Id of the ticket type or pool that is being saved. The caller increments its version. */
  writing: string
}

/**
 * Moves ticket types into a pool, or out of their pool. The caller must have locked all members. Increments the
 * versions of moved types and their pools, so that saving a form that was opened earlier fails instead of undoing the
 * move.
 */
export async function movePoolMembers(trx: Trx, move: PoolMove): Promise<void> {
  const { promoterId, poolId, writing } = move
  const rows = await queryRows<{ id: string; poolId: string | null }>(trx)`
    select ticket_type_id as id, pool_id as "poolId" from inventory
    where ticket_type_id = any(${move.ticketTypeIds}::uuid[]) and promoter_id = ${promoterId}
      and pool_id is distinct from ${poolId}`
  if (rows.length === 0) return
  const ids = rows.map((row) => row.id)
  await execute(trx)`
    update inventory set pool_id = ${poolId}
    where ticket_type_id = any(${ids}::uuid[]) and promoter_id = ${promoterId}`
  await execute(trx)`
    update ticket_types set version = version + 1
    where id = any(${ids}::uuid[]) and promoter_id = ${promoterId} and id <> ${writing}`
  const pools = [poolId, ...rows.map((row) => row.poolId)].filter((id) => id !== null)
  await execute(trx)`
    update capacity_pools set version = version + 1
    where id = any(${pools}::uuid[]) and promoter_id = ${promoterId} and id <> ${writing}`
}
