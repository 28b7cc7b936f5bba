import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'
import type { BatchKind, Metrics } from '#server/platform/metrics/metrics.ts'

/** Number of batches so far. */
export async function countBatches({ registry }: Metrics, batcher: BatchKind): Promise<number> {
  const text = await registry.metrics()
  const found = new RegExp(`^foyer_batch_size_count\\{batcher="${batcher}"\\} (\\d+)$`, 'm').exec(text)
  return Number(found?.[1] ?? 0)
}

/** Number of requests so far that ran in a transaction of their own, although they were in a batch. */
export async function countAlone({ registry }: Metrics, batcher: BatchKind): Promise<number> {
  const text = await registry.metrics()
  const found = text.matchAll(
    new RegExp(`^foyer_batch_alone_total\\{batcher="${batcher}",reason="\\w+"\\} (\\d+)$`, 'gm'),
  )
  return [...found].reduce((sum, [, count]) => sum + Number(count), 0)
}

/** Makes PostgreSQL refuse rows of a table for which the condition is true. Returns a function that allows them again. */
export async function refuseRows(
  db: Kysely<Database>,
  table: 'orders' | 'tickets',
  condition: string,
): Promise<() => Promise<void>> {
  await sql`
    create function refuse_row() returns trigger language plpgsql as $$
    begin
      raise exception 'refused';
    end $$`.execute(db)
  await sql`
    create trigger refuse_row before insert on ${sql.table(table)} for each row
    when (${sql.raw(condition)}) execute function refuse_row()`.execute(db)
  return async () => {
    await sql`drop function refuse_row cascade`.execute(db)
  }
}
