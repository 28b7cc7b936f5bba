import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DataInUse, lockExclusively } from '#server/platform/db/exclusive.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { silentLog } from '#tests/support/log.ts'

describe('exclusive data', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>

  beforeEach(async () => {
    database = await createTestDatabase()
  })
  afterEach(() => database.drop())

  const hold = () => lockExclusively(database.address, silentLog())
  const holdSoon = () => lockExclusively(database.address, silentLog(), 400)

  /** Ends the sessions that hold the lock, like a crashed server. */
  const breakHolders = async (): Promise<number[]> => {
    const { rows } = await sql<{ pid: number }>`
      select l.pid, pg_terminate_backend(l.pid)
      from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and locktype = 'advisory' and granted`.execute(database.db)
    return rows.map((row) => row.pid)
  }
  const holders = async (): Promise<number[]> => {
    const { rows } = await sql<{ pid: number }>`
      select l.pid from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and locktype = 'advisory' and granted`.execute(database.db)
    return rows.map((row) => row.pid)
  }

  test('refuse a second holder with instructions', async () => {
    const first = await hold()
    const second = holdSoon()
    await expect(second).rejects.toThrow(DataInUse)
    await expect(second).rejects.toThrow(/Stop it first, or .* FOYER_DATA_DIR/)
    await first.release()
  })

  test('are free once released, and a second holder waits for one that is stopping', async () => {
    const first = await hold()
    const second = hold()
    await first.release()
    await (await second).release()
    await expect.poll(holders).toEqual([])
  })

  test('are locked again after a lost session, and free after release', async () => {
    const first = await hold()
    const [broken] = await breakHolders()
    expect(broken).toBeGreaterThan(0)
    await expect.poll(async () => (await holders()).filter((pid) => pid !== broken).length).toBe(1)
    await expect(holdSoon()).rejects.toThrow(DataInUse)
    await first.release()
    await expect.poll(holders).toEqual([])
  })

  test('don’t lock another database', async () => {
    const other = await createTestDatabase()
    const [one, two] = await Promise.all([hold(), lockExclusively(other.address, silentLog())])
    expect(await holders()).toHaveLength(1)
    await Promise.all([one.release(), two.release()])
    await other.drop()
  })
})
