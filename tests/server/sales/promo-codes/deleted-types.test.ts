import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ManagedPromoCode, PromoFields, PromoImport } from '#contracts/console/pricing/promo-codes.ts'
import { createApi } from '#server/http/api.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { whenWaiting } from '#tests/support/locks.ts'
import { goBackTo, migrateTo } from '#tests/support/migrations.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { promoFieldsOf } from '#tests/support/promo-fields.ts'
import { newCartId } from '#tests/support/shop.ts'

const PATH = '/api/promoter/promo-codes'
const GONE = [{ path: 'ticketTypeIds', message: 'Choose ticket types of this event.' }]

let f: ConsoleFixture
let crew: string
let vip: string
beforeEach(async () => {
  f = await openConsoleFixture()
  ;[crew, vip] = [await type('Crew'), await type('VIP')]
})
afterEach(() => f.close())

const type = (name: string): Promise<string> =>
  insertTicketType(f.context.db, { ...f, name, priceCents: 1000, capacity: 50 })

async function slug(): Promise<string> {
  const { rows } = await sql<{ slug: string }>`select slug from events where id = ${f.eventId}`.execute(
    f.context.db,
  )
  return rows[0]?.slug ?? ''
}

const deleteType = (id: string) => f.owner.ask('DELETE', `/api/promoter/ticket-types/${id}`)

const create = (more: Partial<PromoFields> = {}) =>
  f.owner.ask<{ promoCode: ManagedPromoCode }>('POST', PATH, {
    body: promoFieldsOf('CREW', { discountValue: 100, ticketTypeIds: [crew], ...more }),
  })

const put = (promo: ManagedPromoCode, more: Partial<PromoFields>) =>
  f.owner.ask<{ promoCode: ManagedPromoCode }>('PUT', `${PATH}/${promo.id}`, {
    body: { ...promoFieldsOf('CREW', { discountValue: 100 }), ...more, version: promo.version },
  })

async function read(): Promise<ManagedPromoCode> {
  const { data } = await f.owner.ask<{ promoCodes: ManagedPromoCode[] }>('GET', `${PATH}?q=CREW`)
  const [promo] = data.promoCodes
  if (!promo) throw new Error('There is no code.')
  return promo
}

/** Tries the code with a ticket for VIP. */
async function use(): Promise<string> {
  const cartId = newCartId()
  await f.hold(cartId, { [vip]: 1 })
  const items = [{ ticketTypeId: vip, quantity: 1 }]
  const validated = await f.ask('POST', '/api/public/promo-codes/validate', { body: { code: 'CREW', items } })
  const placed = await f.checkout(cartId, 0, { promoCode: 'CREW' })
  expect(placed.success, 'both agree').toBe(validated.success)
  return placed.success ? 'free' : placed.error.code
}

const importFile = (csv: string) =>
  f.owner.ask<PromoImport>('POST', `${PATH}/import?id=${randomUUID()}&name=File&mode=valid`, {
    bytes: new TextEncoder().encode(csv),
  })

it('a code for one ticket type isn’t valid for others', async () => {
  await create()
  expect(await use()).toBe('PROMO_UNKNOWN')
})

describe('a code whose ticket types were deleted', () => {
  beforeEach(async () => {
    await create()
    await deleteType(crew)
  })

  it('is valid for no ticket, and says so', async () => {
    expect(await use()).toBe('PROMO_UNKNOWN')
    expect(await read()).toMatchObject({ ticketTypeIds: [], hasNoTypeLeft: true })
  })

  it('stays so when other fields are changed, also by clients that don’t know the field', async () => {
    for (const more of [{ active: false }, { active: true }, { hasNoTypeLeft: true, reveals: true }]) {
      const { data } = await put(await read(), more)
      expect(data.promoCode).toMatchObject({ ticketTypeIds: [], hasNoTypeLeft: true })
    }
    expect(await use()).toBe('PROMO_UNKNOWN')
  })

  it('can be limited to another ticket type, which can be deleted too', async () => {
    const { data } = await put(await read(), { ticketTypeIds: [vip] })
    expect(data.promoCode).toMatchObject({ ticketTypeIds: [vip], hasNoTypeLeft: false })
    expect(await use()).toBe('free')
    const other = await type('Other')
    await put(await read(), { ticketTypeIds: [other] })
    await deleteType(other)
    expect(await use()).toBe('PROMO_UNKNOWN')
  })

  it('is valid for all when that is chosen, which the audit log tells', async () => {
    const { data } = await put(await read(), { hasNoTypeLeft: false })
    expect(data.promoCode).toMatchObject({ ticketTypeIds: [], hasNoTypeLeft: false })
    expect(await use()).toBe('free')
    const { rows } = await sql`
      select before, after from audit_log where action = 'promo_code.changed'`.execute(f.context.db)
    expect(rows).toEqual([{ before: { hasNoTypeLeft: true }, after: { hasNoTypeLeft: null } }])
  })

  it('is exported so that an import of the file doesn’t make it valid for all', async () => {
    const headers = { host: f.host, authorization: `Bearer ${f.owner.bearer}` }
    const request = new Request(`http://${f.host}${PATH}/export.csv`, { headers })
    const client = { address: '127.0.0.1', origin: `http://${f.host}` }
    const csv = await (await createApi(f.context).fetch(request, { client })).text()
    await f.owner.ask('DELETE', `${PATH}/${(await read()).id}`)
    expect((await importFile(csv)).data).toMatchObject({
      created: 0,
      lines: [{ code: 'CREW', why: expect.stringContaining('The ticket types of this code were deleted.') }],
    })
  })
})

it('a code for two ticket types stays valid for the other one', async () => {
  await create({ ticketTypeIds: [crew, vip] })
  await deleteType(crew)
  expect(await read()).toMatchObject({ ticketTypeIds: [vip], hasNoTypeLeft: false })
  expect(await use()).toBe('free')
})

it('codes of a batch and of a file stay limited', async () => {
  const { code: _code, ...terms } = promoFieldsOf('', { ticketTypeIds: [crew] })
  const batch = { ...terms, id: randomUUID(), name: 'Crew', prefix: 'B-', count: 2, length: 8 }
  expect((await f.owner.ask('POST', `${PATH}/bulk`, { body: batch })).status).toBe(201)
  expect(
    (await importFile(`code,discount,event,ticket_types\nfile-1,10%,${await slug()},Crew`)).data.created,
  ).toBe(1)
  await deleteType(crew)
  const { rows } = await sql`select distinct is_all_types from promo_codes`.execute(f.context.db)
  expect(rows).toEqual([{ is_all_types: false }])
})

describe('a ticket type that is deleted at the same moment', () => {
  /** Runs `act` while another transaction has deleted the ticket type and not ended. */
  async function duringDeletion<Answer>(act: () => Promise<Answer>): Promise<Answer> {
    const trx = await f.context.db.startTransaction().execute()
    await sql`delete from ticket_types where id = ${crew}`.execute(trx)
    const acting = act()
    await whenWaiting(f.context.db).finally(() => trx.commit().execute())
    return acting
  }

  it('isn’t in a new code, a batch or a changed code', async () => {
    expect((await create({ ticketTypeIds: [vip] })).status).toBe(201)
    const promo = await read()
    const { code: _code, ...terms } = promoFieldsOf('', { ticketTypeIds: [crew] })
    const batch = { ...terms, id: randomUUID(), name: 'Crew', prefix: 'B-', count: 2, length: 8 }
    const other = { code: 'OTHER' }
    for (const act of [
      () => create(other),
      () => put(promo, { ticketTypeIds: [crew] }),
      () => f.owner.ask('POST', `${PATH}/bulk`, { body: batch }),
    ]) {
      const { error } = await duringDeletion<{ error: { code: string; details?: unknown } }>(act)
      expect(error).toMatchObject({ code: 'VALIDATION_ERROR', details: GONE })
      crew = await type('Crew')
      batch.ticketTypeIds = [crew]
    }
    expect(await read()).toEqual(promo)
  })

  it('isn’t in an imported code', async () => {
    const file = `code,discount,event,ticket_types\nfile-1,10%,${await slug()},Crew\nfile-2,10%,${await slug()},VIP`
    const { data } = await duringDeletion(() => importFile(file))
    expect(data.lines.map(({ why }) => why)).toEqual([GONE[0]?.message, null])
  })

  it('is deleted after a new code for it was saved, which is then valid for no ticket', async () => {
    const trx = await f.context.db.startTransaction().execute()
    const { rows } = await sql<{ id: string }>`
      insert into promo_codes (promoter_id, code, discount_type, basis_points)
      values (${f.promoterId}, 'CREW', 'percentage', 10000) returning id`.execute(trx)
    await sql`
      insert into promo_code_ticket_types (promoter_id, promo_code_id, ticket_type_id)
      values (${f.promoterId}, ${rows[0]?.id}, ${crew})`.execute(trx)
    const deleting = deleteType(crew)
    await whenWaiting(f.context.db)
    await trx.commit().execute()
    expect((await deleting).status).toBe(200)
    expect(await read()).toMatchObject({ ticketTypeIds: [], hasNoTypeLeft: true })
    expect(await use()).toBe('PROMO_UNKNOWN')
  })
})

it('the migration limits codes with ticket types, and those whose last change had some', async () => {
  const { db, drop } = await createTestDatabase()
  await goBackTo(db, '0103_events_in_city')
  const [promoterId, eventId, typeId, batchId] = Array.from({ length: 4 }, () => randomUUID())
  await sql`insert into promoters (id, name, slug) values (${promoterId}, 'Aurora', 'aurora')`.execute(db)
  await sql`
    insert into events (id, promoter_id, slug, title, starts_at, ends_at, time_zone, venue_name, city, country, currency, status)
    values (${eventId}, ${promoterId}, 'night', 'Night', now(), now() + interval '1 hour', 'UTC', 'Hall', 'Oslo', 'NO', 'NOK', 'draft')`.execute(
    db,
  )
  await sql`
    insert into ticket_types (id, promoter_id, event_id, position, name, price_cents)
    values (${typeId}, ${promoterId}, ${eventId}, 0, 'VIP', 100)`.execute(db)
  await sql`
    insert into promo_batches (id, promoter_id, name, created_at) values (${batchId}, ${promoterId}, 'B', now())`.execute(
    db,
  )
  const insert = async (code: string, changes: readonly string[][], batch: string | null = null) => {
    const { rows } = await sql<{ id: string }>`
      insert into promo_codes (promoter_id, code, discount_type, basis_points, batch_id)
      values (${promoterId}, ${code}, 'percentage', 1000, ${batch}) returning id`.execute(db)
    for (const ids of changes) await record(rows[0]?.id, 'promo_code.changed', { ticketTypeIds: ids })
    await record(rows[0]?.id, 'promo_code.changed', { active: true })
    return rows[0]?.id
  }
  const record = (id: string | undefined, action: string, after: object) =>
    sql`
      insert into audit_log (promoter_id, action, subject_id, after, at)
      values (${promoterId}, ${action}, ${id}, ${JSON.stringify(after)}, now())`.execute(db)
  await record(batchId, 'promo_batch.created', { ticketTypeIds: ['x'] })
  const limited = await insert('ROWS', [])
  await sql`
    insert into promo_code_ticket_types (promoter_id, promo_code_id, ticket_type_id)
    values (${promoterId}, ${limited}, ${typeId})`.execute(db)
  await insert('ALL', [])
  await insert('WIDENED', [['x'], []])
  await insert('LOST', [[], ['x']])
  await insert('BATCH', [], batchId)
  await insert('BATCH-WIDENED', [[]], batchId)
  await migrateTo(db, '0104_promo_code_scope')
  const { rows } = await sql`
    select code from promo_codes where not is_all_types order by code`.execute(db)
  expect(rows).toEqual([{ code: 'BATCH' }, { code: 'LOST' }, { code: 'ROWS' }])
  await drop()
})
