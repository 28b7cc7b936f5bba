import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'

/** A pass and a device for every promoter. */
export async function fillWallets(db: Kysely<Database>): Promise<void> {
  await sql`
    insert into wallet_passes (ticket_id, generation, promoter_id, event_id, fingerprint, changed_at, created_at)
    select distinct on (promoter_id) gen_random_uuid(), 1, promoter_id, id, '', now(), now() from events`.execute(
    db,
  )
  await sql`
    insert into wallet_devices (device_id, ticket_id, generation, promoter_id, push_token, created_at)
    select 'device', ticket_id, generation, promoter_id, 'token', now() from wallet_passes`.execute(db)
}
