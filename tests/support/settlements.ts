import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type {
  Settlement,
  SettlementBalanceView,
  Statement,
  StatementEntry,
} from '#contracts/console/settlements.ts'
import type { Payees } from '#server/money/providers/provider.ts'
import { createSandboxEngine } from '#server/money/sandbox-engine/engine.ts'
import { WORKING_TEST_ACCOUNT } from '#server/money/sandbox-engine/payees.ts'
import type { Answer } from './ask.ts'
import { insertBankDetails } from './bank-accounts.ts'
import { insertTicketType } from './factories.ts'
import { insertOperatorAccount, openStrongSession } from './operators.ts'
import { goOn, hear, openSeller, sell, type Seller } from './sellers.ts'
import { openShop, type Shop } from './shop.ts'
import type { Ask } from './ask.ts'

export interface SettlementShop {
  shop: Shop
  owner: Seller
  /** €25.00, without fees. */
  ticketTypeId: string
  /** Sells tickets of €25.00 and returns the order's id. */
  sellTickets: (quantity: number) => Promise<string>
  refund: (orderId: string, body?: unknown) => Promise<Answer<unknown>>
  /** Ends the event, and the three days after it. */
  endEvent: () => Promise<void>
  /** Opens the account at the provider, chooses the method and returns the payee's id. */
  openAccount: (bankAccount?: string) => Promise<string>
  put: (change: Record<string, unknown>) => Promise<Answer<{ settings: { version: number } }>>
  request: (key?: string) => Promise<Answer<{ settlement: Settlement }>>
  balance: () => Promise<SettlementBalanceView | undefined>
  settlements: () => Promise<Settlement[]>
  statement: (id: string) => Promise<Statement>
  entries: (id: string) => Promise<StatementEntry[]>
  /** Calls as an operator. */
  operate: Ask
  putRules: (change: Record<string, unknown>) => Promise<Answer<unknown>>
  /** Kinds of emails about settlements. */
  mails: () => Promise<string[]>
  /** Amounts that the provider moved. */
  moved: () => Promise<{ transfers: number[]; payouts: number[] }>
  breakPayees: (broken: Partial<Payees>) => () => void
  /** Advances the clock and keeps the owner signed in. */
  days: (count: number) => Promise<void>
}

/** Signs in with a second factor every time. */
async function openStrongOwner(shop: Shop): Promise<Seller> {
  const owner = await openSeller(shop, 'owner')
  const strengthen = () =>
    shop.context.db
      .updateTable('sessions')
      .set({ has_second_factor: true })
      .where('account_id', '=', owner.id)
      .execute()
  await strengthen()
  const { login } = owner
  owner.login = async (...given) => {
    const answer = await login(...given)
    await strengthen()
    return answer
  }
  return owner
}

export async function openSettlementShop(): Promise<SettlementShop> {
  const shop = await openShop()
  const { context, promoterId, eventId, clock } = shop
  const { db } = context
  const owner = await openStrongOwner(shop)
  await insertBankDetails(context, { promoterId })
  const ticketTypeId = await insertTicketType(db, { promoterId, eventId, capacity: 500, maxPerOrder: 50 })
  const operatorId = await insertOperatorAccount(context)
  const operate: Ask = async (method, path, request) => {
    const bearer = await openStrongSession(context, operatorId)
    const call = { host: 'localhost', bearer, key: randomUUID(), ...request }
    const answer = await shop.ask<never>(method, path, call)
    // Sessions of tests have no refresh token, which `findContradictions` reports. Concurrent calls have their own.
    await db
      .updateTable('sessions')
      .set({ revoked_at: new Date(clock.now()) })
      .where('id', '=', (await context.tokens.verify(bearer))?.sid ?? '')
      .execute()
    return answer
  }
  const get = async <Data>(path: string): Promise<Data> => (await owner.ask<Data>('GET', path)).data
  const put: SettlementShop['put'] = async (change) => {
    const { settings } = await get<{ settings: Record<string, unknown> }>('/api/promoter/settlement-settings')
    const { method, schedule, weekday, version } = settings
    const body = { method, schedule, weekday, version, ...change }
    return owner.ask('PUT', '/api/promoter/settlement-settings', { body })
  }
  return {
    shop,
    owner,
    ticketTypeId,
    sellTickets: async (quantity) =>
      (await sell(shop, { linkId: null, wishes: { [ticketTypeId]: quantity }, total: quantity * 25 })).id,
    refund: (orderId, body = { all: true }) =>
      owner.ask('POST', `/api/promoter/orders/${orderId}/refunds`, { body, key: randomUUID() }),
    endEvent: () => goOn(shop, 14, [owner]),
    openAccount: async (bankAccount = WORKING_TEST_ACCOUNT) => {
      await owner.ask('POST', '/api/promoter/settlement-account')
      const { payee_id: payeeId } = await db
        .selectFrom('settlement_payees')
        .select('payee_id')
        .where('promoter_id', '=', promoterId)
        .executeTakeFirstOrThrow()
      await createSandboxEngine(context).payees.submit(payeeId, {
        name: 'Ada Lovelace',
        bornOn: '1990-12-10',
        bankAccount,
      })
      await hear(shop)
      await put({ method: 'provider' })
      return payeeId
    },
    put,
    request: (key = randomUUID()) =>
      owner.ask('POST', '/api/promoter/settlements', { body: { currency: 'EUR' }, key }),
    balance: async () =>
      (await get<{ balances: SettlementBalanceView[] }>('/api/promoter/settlement-balances')).balances.find(
        ({ currency }) => currency === 'EUR',
      ),
    settlements: async () =>
      (await get<{ settlements: Settlement[] }>('/api/promoter/settlements')).settlements,
    statement: async (id) =>
      (await get<{ statement: Statement }>(`/api/promoter/settlements/${id}`)).statement,
    entries: async (id) =>
      (await get<{ entries: StatementEntry[] }>(`/api/promoter/settlements/${id}/entries`)).entries,
    operate,
    putRules: async (change) => {
      const path = `/api/operator/promoters/${promoterId}/settlement-settings`
      const { data } = await operate<{ settings: Record<string, unknown> }>('GET', path)
      const { method: _, ...settings } = data.settings
      return operate('PUT', path, { body: { ...settings, ...change } })
    },
    mails: async () =>
      (await db.selectFrom('mails').select('kind').where('kind', 'like', 'settlement%').execute())
        .map(({ kind }) => kind)
        .toSorted(),
    moved: async () => {
      const { rows } = await sql<{ transfers: number[]; payouts: number[] }>`
        select (select coalesce(array_agg(amount_cents::int order by created_at, amount_cents), '{}') from sandbox.transfers) as transfers,
          (select coalesce(array_agg(amount_cents::int order by created_at, amount_cents), '{}') from sandbox.payouts) as payouts`.execute(
        db,
      )
      return rows[0] ?? { transfers: [], payouts: [] }
    },
    breakPayees: (broken) => {
      const whole = context.payments
      context.payments = { ...whole, payees: { ...whole.payees, ...broken } }
      return () => {
        context.payments = whole
      }
    },
    days: (count) => goOn(shop, count, [owner]),
  }
}
