import { sql, type Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'

/** Rows of the door for every promoter, with equal ids of other tables where a test mixes two promoters. */
export async function fillDoor(db: Kysely<Database>): Promise<void> {
  await sql`
    insert into main_site_exclusions (event_id, promoter_id, reason, excluded_at)
    select distinct on (promoter_id) id, promoter_id, 'Mix', now() from events`.execute(db)
  await sql`
    insert into door_settings (event_id, promoter_id)
    select distinct on (promoter_id) event_id, promoter_id from ticket_types order by promoter_id, event_id`.execute(
    db,
  )
  await sql`
    insert into gates (id, promoter_id, event_id, name, position)
    select gen_random_uuid(), promoter_id, event_id, 'Main', 0 from door_settings`.execute(db)
  await sql`
    insert into gate_ticket_types (gate_id, promoter_id, event_id, ticket_type_id)
    select distinct on (g.id) g.id, g.promoter_id, g.event_id, t.id
    from gates g join ticket_types t using (promoter_id, event_id)`.execute(db)
  await sql`
    insert into entry_windows (ticket_type_id, promoter_id, event_id)
    select ticket_type_id, promoter_id, event_id from gate_ticket_types`.execute(db)
  await sql`
    insert into door_devices (id, promoter_id, event_id, name, created_at, last_sync_at)
    select gen_random_uuid(), promoter_id, event_id, 'Phone', now(), now() from gates`.execute(db)
  await sql`
    insert into scans (promoter_id, event_id, device_id, seq, ticket_id, kind, at, received_at)
    select promoter_id, event_id, id, 1, gen_random_uuid(), 'entry', now(), now() from door_devices`.execute(
    db,
  )
  await sql`
    insert into door_conflicts (promoter_id, event_id, ticket_id, first_device_id, first_seq, second_device_id, second_seq, found_at)
    select promoter_id, event_id, ticket_id, device_id, 1, device_id, 2, now() from scans`.execute(db)
  await fillCheckIn(db)
  await fillPairings(db)
  await fillDoorSales(db)
  await fillTransfers(db)
}

/** Two of each promoter, the second by the recipient of the first. */
async function fillTransfers(db: Kysely<Database>): Promise<void> {
  await sql`
    insert into ticket_transfers (id, promoter_id, order_id, ticket_id, offer_key, by_email, created_at)
    select distinct on (promoter_id) gen_random_uuid(), promoter_id, order_id, id, gen_random_uuid(), false, now()
    from tickets`.execute(db)
  await sql`
    insert into ticket_transfers (id, promoter_id, order_id, ticket_id, sender_id, offer_key, by_email, created_at)
    select gen_random_uuid(), promoter_id, order_id, gen_random_uuid(), id, gen_random_uuid(), false, now()
    from ticket_transfers`.execute(db)
}

async function fillCheckIn(db: Kysely<Database>): Promise<void> {
  await sql`
    update door_devices d set api_key_id = (select k.id from api_keys k where k.promoter_id = d.promoter_id limit 1)`.execute(
    db,
  )
  await sql`
    insert into door_lists (id, promoter_id, event_id, name, position)
    select gen_random_uuid(), promoter_id, event_id, 'VIP', 0 from door_settings`.execute(db)
  await sql`
    insert into door_list_ticket_types (list_id, promoter_id, event_id, ticket_type_id)
    select distinct on (l.id) l.id, l.promoter_id, l.event_id, t.id
    from door_lists l join ticket_types t using (promoter_id, event_id)`.execute(db)
  await sql`
    insert into door_notes (ticket_id, promoter_id, event_id, note, updated_at)
    select gen_random_uuid(), promoter_id, event_id, 'Mix', now() from door_settings`.execute(db)
}

async function fillPairings(db: Kysely<Database>): Promise<void> {
  await sql`
    insert into door_pairings (id, promoter_id, name, rights, created_at)
    select gen_random_uuid(), promoter_id, 'Mix', '{}', now() from door_settings`.execute(db)
  await sql`
    insert into door_pairing_events (pairing_id, promoter_id, event_id, is_all_gates)
    select p.id, promoter_id, s.event_id, false from door_pairings p join door_settings s using (promoter_id)`.execute(
    db,
  )
  await sql`
    insert into door_pairing_gates (pairing_id, promoter_id, event_id, gate_id)
    select e.pairing_id, promoter_id, event_id, g.id
    from door_pairing_events e join gates g using (promoter_id, event_id)`.execute(db)
  await sql`
    update door_devices d set pairing_id = (select p.id from door_pairings p where p.promoter_id = d.promoter_id)`.execute(
    db,
  )
}

async function fillDoorSales(db: Kysely<Database>): Promise<void> {
  await sql`
    insert into door_prices (promoter_id, event_id, version, content, created_at)
    select promoter_id, event_id, 1, '{}', now() from door_settings`.execute(db)
  await sql`
    insert into door_shares (promoter_id, event_id, device_id, ticket_type_id, quantity)
    select distinct on (promoter_id) promoter_id, event_id, d.id, t.id, 0
    from door_devices d join ticket_types t using (promoter_id, event_id)`.execute(db)
  await sql`
    insert into door_sales (order_id, promoter_id, event_id, device_id, seq, prices_version, sold_at, received_at)
    select distinct on (promoter_id) o.id, promoter_id, d.event_id, d.id, 1, 1, now(), now()
    from door_devices d join orders o using (promoter_id)`.execute(db)
}
