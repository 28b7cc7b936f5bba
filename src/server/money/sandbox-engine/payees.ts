import type { Db, Trx } from '#server/platform/db/query.ts'
import {
  findPayee,
  findTransfer,
  insertPayee,
  insertTransfer,
  listBalances,
  listTransfers,
  lockPayee,
  changePayee,
  setTransferReversed,
  type EnginePayee,
  type EngineTransfer,
  type NewPayee,
  type NewTransfer,
  type PayeeChange,
} from './payee-rows.ts'
import { findPayout, insertPayout, listPayouts, type EnginePayout, type NewPayout } from './payout-rows.ts'
import { SandboxRefusal } from './refusal.ts'
import { checkFunds, PLATFORM_ACCOUNT } from './shortage-rows.ts'

/** Stripe's test bank accounts: payouts to the first fail, payouts to the second succeed. */
export const FAILING_TEST_ACCOUNT = 'DE62370400440532013001'
export const WORKING_TEST_ACCOUNT = 'DE89370400440532013000'

export interface PayeeAccounts {
  create: (payee: NewPayee) => Promise<EnginePayee>
  find: (payeeId: string) => Promise<EnginePayee>
  /** Stores a payee's details. After a delay, the payee is `ready`. */
  submit: (payeeId: string, details: NonNullable<PayeeChange['details']>) => Promise<EnginePayee>
  refuse: (payeeId: string) => Promise<EnginePayee>
  transfer: (transfer: NewTransfer) => Promise<EngineTransfer>
  transfers: (payeeId: string, group?: string) => Promise<EngineTransfer[]>
  findTransfer: (find: { key: string } | { id: string }) => Promise<EngineTransfer | undefined>
  reverse: (transferId: string) => Promise<EngineTransfer>
  payOut: (payout: NewPayout) => Promise<EnginePayout>
  findPayout: (key: string) => Promise<EnginePayout | undefined>
  payout: (payeeId: string, payoutId: string) => Promise<EnginePayout>
  payouts: (payeeId: string) => Promise<EnginePayout[]>
  balances: (payeeId: string) => Promise<{ currency: string; amountCents: number }[]>
}

export function createPayeeAccounts(
  db: Db,
  { now, later }: { now: () => Date; later: () => Date },
): PayeeAccounts {
  const find = async (payeeId: string): Promise<EnginePayee> => known(await findPayee(db, payeeId), payeeId)
  return {
    create: (payee) => insertPayee(db, payee, now()),
    find,
    submit: async (payeeId, details) =>
      (await changePayee(db, { payeeId, to: 'checking', details, settlesAt: later() }, now())) ??
      find(payeeId),
    refuse: async (payeeId) => (await changePayee(db, { payeeId, to: 'refused' }, now())) ?? find(payeeId),
    transfer: (transfer) =>
      db.transaction().execute(async (trx) => {
        const payee = known(await lockPayee(trx, transfer.payeeId), transfer.payeeId)
        const present = await findTransfer(trx, { key: transfer.key })
        if (present) return present
        if (payee.status !== 'ready')
          throw new SandboxRefusal(
            'insufficient_capabilities_for_transfer',
            'The destination account can’t receive transfers yet.',
          )
        await checkFunds(trx, PLATFORM_ACCOUNT)
        return insertTransfer(trx, transfer, now())
      }),
    transfers: (payeeId, group) => listTransfers(db, { payeeId, group }),
    findTransfer: (find) => findTransfer(db, find),
    reverse: (transferId) => db.transaction().execute((trx) => reverse(trx, transferId)),
    findPayout: (key) => findPayout(db, { key }),
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
      if (!payout) throw new SandboxRefusal('resource_missing', `No such payout: '${id}'`)
      return payout
    },
    payouts: (payeeId) => listPayouts(db, payeeId),
    balances: (payeeId) => listBalances(db, payeeId),
  }
}

function known(payee: EnginePayee | undefined, payeeId: string): EnginePayee {
  if (!payee) throw new SandboxRefusal('resource_missing', `No such account: '${payeeId}'`)
  return payee
}

async function checkPayout(trx: Trx, payee: EnginePayee, payout: NewPayout): Promise<void> {
  if (payee.status !== 'ready')
    throw new SandboxRefusal('payouts_not_allowed', 'This account can’t be paid out at the moment.')
  await checkFunds(trx, payee.id)
  await checkBalance(trx, payout)
}

async function checkBalance(
  trx: Trx,
  { payeeId, currency, amountCents }: Pick<NewPayout, 'payeeId' | 'currency' | 'amountCents'>,
): Promise<void> {
  const balances = await listBalances(trx, payeeId)
  const balance = balances.find((each) => each.currency === currency)
  if ((balance?.amountCents ?? 0) < amountCents)
    throw new SandboxRefusal('balance_insufficient', 'You have insufficient funds in your account.')
}

async function reverse(trx: Trx, id: string): Promise<EngineTransfer> {
  const found = await findTransfer(trx, { id })
  if (!found) throw new SandboxRefusal('resource_missing', `No such transfer: '${id}'`)
  await lockPayee(trx, found.payeeId)
  const transfer = (await findTransfer(trx, { id })) ?? found
  if (transfer.isReversed) return transfer
  await checkBalance(trx, transfer)
  await setTransferReversed(trx, id)
  return { ...transfer, isReversed: true }
}
