import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { PostgresAddress } from './bench.ts'

/** Numbers of connections to try: few are faster on a hot row, more may be on many cores. */
const POOLS = [1, 4, 16]
const SECONDS = 1

const TABLES = `
  create table limit_inventory (
    id integer primary key, capacity integer not null, held integer not null default 0, sold integer not null default 0,
    check (held >= 0 and sold >= 0 and held + sold <= capacity)
  ) with (fillfactor = 50);
  create table limit_holds (
    cart_id uuid, inventory_id integer references limit_inventory, quantity integer not null, expires_at timestamptz not null,
    primary key (cart_id, inventory_id)
  );
  insert into limit_inventory (id, capacity) values (1, 100000000)`

const HOLD = `
  with taken as (
    update limit_inventory set held = held + 1 where id = 1 and held + sold + 1 <= capacity returning id
  )
  insert into limit_holds select $1, id, 1, now() + interval '10 minutes' from taken`

/** Holds per second with one statement and transaction each on minimal tables: the best of several numbers of connections. */
export async function oneRowLimit(address: PostgresAddress): Promise<number> {
  const pool = new pg.Pool({ ...address, max: Math.max(...POOLS) })
  try {
    await pool.query(TABLES)
    let best = 0
    for (const clients of POOLS) best = Math.max(best, await rateOf(pool, clients))
    return best
  } finally {
    await pool.query('drop table if exists limit_holds, limit_inventory').finally(() => pool.end())
  }
}

async function rateOf(pool: pg.Pool, clients: number): Promise<number> {
  const startedAt = performance.now()
  const until = startedAt + SECONDS * 1000
  let done = 0
  const work = async (): Promise<void> => {
    while (performance.now() < until) {
      await pool.query({ name: 'hold', text: HOLD, values: [randomUUID()] })
      done += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, work))
  return (done / (performance.now() - startedAt)) * 1000
}
