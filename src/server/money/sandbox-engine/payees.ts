import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'
import {
  findPayee,
  findTransferByKey,
  insertPayee,
  insertTransfer,
  listBalances,
  listTransfers,
  lockPayee,
  movePayee,
  type EnginePayee,
  type EngineTransfer,
  type NewPayee,
  type NewTransfer,
  type PayeeMove,
} from './payee-rows.ts'
import { findPayout, insertPayout, listPayouts, type EnginePayout, type NewPayout } from './payout-rows.ts'
import { Refusal } from './refusal.ts'

/** Stripe's test bank accounts: payouts to the first fail, to the second succeed. */
export const FAILING_ACCOUNT = 'DE62370400440532013001'
export const GOOD_ACCOUNT = 'DE89370400440532013000'

export interface PayeeAccounts {
  create: (payee: NewPayee) => Promise<EnginePayee>
  find: (payeeId: string) => Promise<EnginePayee>
  /** Submits a person's details; the payee is checked after a delay and then ready. */
  submit: (payeeId: string, told: NonNullable<PayeeMove['told']>) => Promise<EnginePayee>
  refuse: (payeeId: string) => Promise<EnginePayee>
  transfer: (transfer: NewTransfer) => Promise<EngineTransfer>
  transfers: (payeeId: string, group?: string) => Promise<EngineTransfer[]>
  payOut: (payout: NewPayout) => Promise<EnginePayout>
  payout: (payeeId: string, payoutId: string) => Promise<EnginePayout>
  payouts: (payeeId: string) => Promise<EnginePayout[]>
  balances: (payeeId: string) => Promise<{ currency: string; amountCents: number }[]>
}

export function createPayeeAccounts(
  db: Kysely<Database>,
  { now, later }: { now: () => Date; later: () => Date },
): PayeeAccounts {
  const find = async (payeeId: string): Promise<EnginePayee> => known(await findPayee(db, payeeId), payeeId)
  return {
    create: (payee) => insertPayee(db, payee, now()),
    find,
    submit: async (payeeId, told) =>
      (await movePayee(db, { payeeId, to: 'checking', told, settlesAt: later() }, now())) ?? find(payeeId),
    refuse: async (payeeId) => (await movePayee(db, { payeeId, to: 'refused' }, now())) ?? find(payeeId),
    transfer: (transfer) =>
      db.transaction().execute(async (trx) => {
        const payee = known(await lockPayee(trx, transfer.payeeId), transfer.payeeId)
        const present = await findTransferByKey(trx, transfer.key)
        if (present) return present
        if (payee.status !== 'ready')
          throw new Refusal(
            'insufficient_capabilities_for_transfer',
            'The destination account can’t receive transfers yet.',
          )
        return insertTransfer(trx, transfer, now())
      }),
    transfers: (payeeId, group) => listTransfers(db, { payeeId, group }),
    payOut: (payout) =>
      db.transaction().execute(async (trx) => {
        const payee = known(await lockPayee(trx, payout.payeeId), payout.payeeId)
        const present = await findPayout(trx, { key: payout.key })
        if (present) return present
        await checkPayout(trx, payee, payout)
        return insertPayout(trx, { ...payout, settlesAt: later() }, now())
      }),
    payout: async (payeeId, id) => {
      const payout = await findPayout(db, { payeeId, id })
      if (!payout) throw new Refusal('resource_missing', `No such payout: '${id}'`)
      return payout
    },
    payouts: (payeeId) => listPayouts(db, payeeId),
    balances: (payeeId) => listBalances(db, payeeId),
  }
}

function known(payee: EnginePayee | undefined, payeeId: string): EnginePayee {
  if (!payee) throw new Refusal('resource_missing', `No such account: '${payeeId}'`)
  return payee
}

async function checkPayout(trx: Transaction<Database>, payee: EnginePayee, payout: NewPayout): Promise<void> {
  if (payee.status !== 'ready')
    throw new Refusal('payouts_not_allowed', 'This account can’t be paid out at the moment.')
  const balances = await listBalances(trx, payee.id)
  const balance = balances.find((each) => each.currency === payout.currency)
  if ((balance?.amountCents ?? 0) < payout.amountCents)
    throw new Refusal('balance_insufficient', 'You have insufficient funds in your account.')
}
