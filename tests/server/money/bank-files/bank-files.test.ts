import { hash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BankFile, SkippedSettlement } from '#contracts/operator/bank-files.ts'
import { createApi } from '#server/http/api.ts'
import {
  listSettlementsOnHold,
  lockTransferableSettlements,
} from '#server/money/bank-files/bank-file-rows.ts'
import { IBANS, insertBankDetails } from '#tests/support/bank-accounts.ts'
import { painErrors } from '#tests/support/bank-files/validate.ts'
import { insertPromoter } from '#tests/support/factories.ts'
import { findContradictions } from '#tests/support/invariants.ts'
import { openStrongSession } from '#tests/support/operators.ts'
import { openSettlementShop, type SettlementShop } from '#tests/support/settlements.ts'

let fixture: SettlementShop
beforeEach(async () => {
  fixture = await openSettlementShop()
  await fixture.put({ method: 'bank' })
})
afterEach(async () => {
  expect(await findContradictions(fixture.shop.context.db)).toEqual([])
  await fixture.shop.close()
})

const setDebtor = (body: Record<string, string> = {}) =>
  fixture.operate('POST', '/api/operator/debtor-accounts', {
    body: { currency: 'EUR', holder: 'Foyer Platform SE', iban: IBANS.dutch, bic: '', ...body },
  })

/** Sells tickets, and requests the settlement when it is due. Returns its id. */
async function settle(): Promise<string> {
  await fixture.sellTickets(2)
  await fixture.endEvent()
  return (await fixture.request()).data.settlement.id
}

const makeFile = (body: Record<string, unknown> = {}) =>
  fixture.operate<{ bankFile: BankFile; skipped: SkippedSettlement[] }>('POST', '/api/operator/bank-files', {
    body: { currency: 'EUR', format: 'pain.001', ...body },
  })

async function download(id: string, bearer?: string): Promise<Response> {
  const { context } = fixture.shop
  const operators = await context.db.selectFrom('operators').select('account_id').executeTakeFirstOrThrow()
  const token = bearer ?? (await openStrongSession(context, operators.account_id))
  const response = await createApi(context).request(`http://localhost/api/operator/bank-files/${id}/file`, {
    headers: { host: 'localhost', authorization: `Bearer ${token}` },
  })
  if (bearer === undefined)
    await sql`update sessions set revoked_at = now() where account_id = ${operators.account_id}`.execute(
      context.db,
    )
  return response
}

/** Sends the same request several times at once, in one session. */
async function operateAtOnce(times: number, path: string, body?: unknown) {
  const { context, ask } = fixture.shop
  const { account_id: id } = await context.db
    .selectFrom('operators')
    .select('account_id')
    .executeTakeFirstOrThrow()
  const bearer = await openStrongSession(context, id)
  const send = () => ask<{ bankFile: BankFile }>('POST', path, { host: 'localhost', bearer, body })
  const answers = await Promise.all(Array.from({ length: times }, send))
  await sql`update sessions set revoked_at = now() where account_id = ${id}`.execute(context.db)
  return answers
}

const statuses = async () => (await fixture.settlements()).map(({ status }) => status)

describe('a file for the bank', () => {
  test('contains the open settlements, marks them as sent, and can be downloaded again', async () => {
    await setDebtor()
    const id = await settle()
    const { status, data } = await makeFile()
    expect(status).toBe(201)
    expect(data).toMatchObject({ skipped: [], bankFile: { transfers: 1, sum: 50, sent: 1, paid: 0 } })
    expect(await statuses()).toEqual(['sent'])
    const first = await download(data.bankFile.id)
    const xml = await first.text()
    expect(first.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    expect(await painErrors(xml)).toEqual([])
    for (const text of [
      IBANS.french,
      IBANS.dutch,
      '<InstdAmt Ccy="EUR">50.00',
      `1-${id.slice(0, 8).toUpperCase()}`,
    ])
      expect(xml).toContain(text)
    expect(hash('sha256', xml, 'hex')).toBe(data.bankFile.checksum)
    await fixture.days(1)
    await setDebtor({ iban: IBANS.german })
    expect(await (await download(data.bankFile.id)).text()).toBe(xml)
    expect(await fixture.mails()).toEqual(['settlement_sent'])
  })

  test('contains a settlement once, whatever is done at once', async () => {
    await setDebtor()
    await settle()
    const body = { currency: 'EUR', format: 'pain.001' }
    const answers = await operateAtOnce(6, '/api/operator/bank-files', body)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ error }) => error?.code === 'BANK_FILE_EMPTY')).toHaveLength(5)
  })

  test('is stored encrypted', async () => {
    await setDebtor()
    await settle()
    await makeFile()
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(f)::text as row from bank_files f union all select to_jsonb(d)::text from debtor_accounts d
      union all select to_jsonb(l)::text from operator_log l`.execute(fixture.shop.context.db)
    expect(rows.length).toBeGreaterThan(3)
    for (const iban of [IBANS.french, IBANS.dutch])
      expect(rows.filter(({ row }) => row.includes(iban.slice(4)))).toEqual([])
  })

  test('moves nothing when it can’t be written', async () => {
    await setDebtor()
    await settle()
    const { context } = fixture.shop
    const { encryption } = context
    context.encryption = {
      ...encryption,
      encrypt: (text, row) => {
        if (row.table === 'bank_files') throw new Error('The disk is full.')
        return encryption.encrypt(text, row)
      },
    }
    expect((await makeFile()).status).toBe(500)
    context.encryption = encryption
    expect(await statuses()).toEqual(['open'])
    expect((await makeFile()).status).toBe(201)
  })

  test('needs the platform’s own account in that currency', async () => {
    await settle()
    expect((await makeFile()).error?.code).toBe('DEBTOR_ACCOUNT_MISSING')
    await setDebtor({ currency: 'GBP', iban: IBANS.british })
    expect((await makeFile()).error?.code).toBe('DEBTOR_ACCOUNT_MISSING')
    expect((await makeFile({ currency: 'GBP' })).error?.code).toBe('BANK_FILE_EMPTY')
  })

  test('as CSV has the same transfers', async () => {
    await setDebtor()
    await settle()
    const { data } = await makeFile({ format: 'csv' })
    const csv = await (await download(data.bankFile.id)).text()
    expect(csv).toContain(`,Aurora,Aurora Events GmbH,${IBANS.french},,,50.00,EUR,`)
  })

  test('is for operators only', async () => {
    await setDebtor()
    await settle()
    const { data } = await makeFile()
    const { context } = fixture.shop
    const strong = await openStrongSession(context, fixture.owner.id)
    expect((await download(data.bankFile.id, strong)).status).toBe(403)
    await sql`update sessions set revoked_at = now() where host = 'localhost'`.execute(context.db)
    expect((await download(data.bankFile.id, fixture.owner.bearer ?? '')).status).toBe(401)
    expect((await download(data.bankFile.id, 'forged')).status).toBe(401)
    expect((await download(randomUUID())).status).toBe(404)
    expect((await download('x')).status).toBe(404)
  })
})

describe('settlements that wait', () => {
  const skippedFor = async (): Promise<unknown> => {
    const { error } = await makeFile()
    return [error?.code, error?.details]
  }
  const waiting = (settlementId: string, why: string) => [
    'BANK_FILE_EMPTY',
    { skipped: [{ settlementId, promoterName: 'Aurora', why }] },
  ]

  test('because an operator holds them', async () => {
    await setDebtor()
    const id = await settle()
    await fixture.putRules({ isHeld: true, holdReason: 'Complaints' })
    expect(await skippedFor()).toEqual(waiting(id, 'on_hold'))
    await fixture.putRules({ isHeld: false, holdReason: '' })
    expect((await makeFile()).status).toBe(201)
  })

  test('because a change of bank details was undone', async () => {
    await setDebtor()
    const id = await settle()
    const { promoterId, context } = fixture.shop
    await sql`insert into bank_account_holds (promoter_id, since) values (${promoterId}, now())`.execute(
      context.db,
    )
    expect(await skippedFor()).toEqual(waiting(id, 'on_hold'))
    const requested = await fixture.request()
    expect(requested.error?.code).toBe('SETTLEMENT_HELD')
  })

  test('don’t fill a file', async () => {
    const heldId = await settle()
    const { promoterId, context } = fixture.shop
    const other = await insertPromoter(context.db, 'Nordlys')
    const ready = randomUUID()
    class RolledBack extends Error {}
    const look = context.db.transaction().execute(async (trx) => {
      await sql`insert into bank_account_holds (promoter_id, since) values (${promoterId}, now())`.execute(
        trx,
      )
      await sql`
        insert into settlements select (jsonb_populate_record(s, jsonb_build_object('id', ${ready}::text, 'promoter_id', ${other}::text,
          'created_at', s.created_at + interval '1 day'))).*
        from settlements s where s.id = ${heldId}`.execute(trx)
      const find = { currency: 'EUR', ids: undefined }
      expect(await lockTransferableSettlements(trx, { ...find, limit: 1 })).toMatchObject([{ id: ready }])
      expect(await lockTransferableSettlements(trx, { ...find, limit: 2 })).toMatchObject([{ id: ready }])
      expect(await listSettlementsOnHold(trx, { ...find, limit: 2 })).toMatchObject([{ id: heldId }])
      throw new RolledBack()
    })
    await expect(look).rejects.toThrow(RolledBack)
  })

  test('because the details were undone since', async () => {
    await setDebtor()
    const id = await settle()
    await sql`update bank_accounts set undone_at = now()`.execute(fixture.shop.context.db)
    expect(await skippedFor()).toEqual(waiting(id, 'no_bank_account'))
  })

  test('aren’t even created without usable bank details', async () => {
    await sql`update bank_accounts set usable_at = usable_at + interval '100 days'`.execute(
      fixture.shop.context.db,
    )
    await fixture.sellTickets(2)
    await fixture.endEvent()
    expect((await fixture.request()).error?.code).toBe('PAYOUT_ACCOUNT_NOT_READY')
    await sql`update bank_accounts set currency = 'GBP', usable_at = changed_at`.execute(
      fixture.shop.context.db,
    )
    expect((await fixture.request()).error?.code).toBe('PAYOUT_ACCOUNT_MISSING')
  })

  test('the method needs bank details first', async () => {
    await fixture.put({ method: 'none' })
    await sql`delete from bank_accounts`.execute(fixture.shop.context.db)
    expect((await fixture.put({ method: 'bank' })).error?.code).toBe('PAYOUT_ACCOUNT_MISSING')
  })
})

describe('chosen settlements', () => {
  test('are sent alone; unknown ones and those of another currency are not found', async () => {
    await setDebtor()
    const id = await settle()
    const choose = (...settlementIds: string[]) => makeFile({ settlementIds })
    expect((await choose(randomUUID())).status).toBe(404)
    expect((await choose('x')).status).toBe(404)
    await setDebtor({ currency: 'GBP', iban: IBANS.british })
    expect((await makeFile({ currency: 'GBP', settlementIds: [id] })).status).toBe(404)
    expect((await choose(id, id)).data.bankFile.transfers).toBe(1)
    const again = await choose(id)
    expect(again.error).toMatchObject({ code: 'BANK_FILE_EMPTY', details: { skipped: [{ why: 'moved' }] } })
  })
})

describe('afterwards', () => {
  test('all transfers of a file are marked as paid, once', async () => {
    await setDebtor()
    await settle()
    const { bankFile } = (await makeFile()).data
    const answers = await operateAtOnce(3, `/api/operator/bank-files/${bankFile.id}/paid`)
    expect(answers.map(({ data }) => [data.bankFile.sent, data.bankFile.paid])).toEqual([
      [0, 1],
      [0, 1],
      [0, 1],
    ])
    expect(await fixture.mails()).toEqual(['settlement_paid', 'settlement_sent'])
    expect((await fixture.operate('POST', `/api/operator/bank-files/${randomUUID()}/paid`)).status).toBe(404)
  })

  test('a returned transfer is available again, and paid by the next file', async () => {
    await setDebtor()
    const id = await settle()
    const first = (await makeFile()).data.bankFile
    await fixture.operate('POST', `/api/operator/settlements/${id}/failed`, {
      body: { reason: 'Account closed' },
    })
    expect(await fixture.balance()).toMatchObject({ balance: 50, available: 50 })
    const next = (await fixture.request()).data.settlement
    await fixture.days(1)
    const second = (await makeFile()).data.bankFile
    expect([next.number, second.sum]).toEqual([2, 50])
    const { data } = await fixture.operate<{ bankFiles: BankFile[] }>('GET', '/api/operator/bank-files')
    expect(data.bankFiles.map((file) => [file.id, file.sent, file.failed])).toEqual([
      [second.id, 1, 0],
      [first.id, 0, 1],
    ])
  })
})

describe('the platform’s account', () => {
  test('is shown masked and logged', async () => {
    const { data } = await fixture.operate<{ debtorAccounts: unknown[] }>(
      'POST',
      '/api/operator/debtor-accounts',
      {
        body: { currency: 'EUR', holder: 'Foyer', iban: IBANS.dutch, bic: 'ABNANL2A' },
      },
    )
    expect(data.debtorAccounts).toEqual([
      { currency: 'EUR', holder: 'Foyer', number: '•••• 4300', bic: 'ABNANL2A' },
    ])
    const wrong = await setDebtor({ iban: 'NL00ABNA0417164300' })
    expect(wrong.error?.details).toMatchObject([{ path: 'iban' }])
  })
})

test('a file has the transfers of several promoters, with names of every kind', async () => {
  await setDebtor()
  const { context } = fixture.shop
  const names = ['=1+1', '</Nm>', 'Ångström & Søn']
  for (const name of names) {
    const promoterId = await insertPromoter(context.db, name)
    await insertBankDetails(context, { promoterId, holder: name, iban: IBANS.german })
    await sql`
      insert into settlements (id, promoter_id, number, currency, amount_cents, promoter_cents, taxes_cents, method,
        opening_balance_cents, closing_balance_cents, not_due_cents, reserve_cents, created_at, updated_at)
      select gen_random_uuid(), ${promoterId}, 1, 'EUR', 100, 100, 0, 'bank', 0, 0, 0, 0, now(), now()`.execute(
      context.db,
    )
  }
  const { data } = await makeFile()
  expect(data.bankFile).toMatchObject({ transfers: 3, sum: 3 })
  expect(await painErrors(await (await download(data.bankFile.id)).text())).toEqual([])
  await sql`delete from settlements`.execute(context.db)
})
