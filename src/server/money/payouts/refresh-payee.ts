import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { callProvider } from '#server/money/payments/call-provider.ts'
import { findPayee, putPayee, claimPayeeCheck, type PayeeRow } from './payee-rows.ts'

export async function fetchPayee(
  context: Context,
  row: PayeeRow,
): Promise<Result<PayeeRow, 'PAYMENT_PROVIDER_FAILED'>> {
  const { accountId, provider } = row
  const answer = await callProvider(context, () => context.payments.payees.fetch(row.payeeId))
  if (!answer.success) return answer
  const payee = answer.data
  if (payee.status !== row.status || payee.missing.join('\n') !== row.missing.join('\n'))
    await putPayee(context.db, { accountId, provider, payee, now: new Date(context.clock.now()) })
  return succeed({ ...row, status: payee.status, missing: [...payee.missing] })
}

/** Minimum interval between requests to the provider for a page that polls. Webhooks report changes in between. */
const EVERY_MS = 60_000

export async function readRecentPayee(context: Context, accountId: string): Promise<PayeeRow | undefined> {
  const row = await findPayee(context.db, { provider: context.payments.name, accountId })
  if (!row || isSettled(row)) return row
  const now = new Date(context.clock.now())
  const mayAsk = await claimPayeeCheck(context.db, { row, now, everyMs: EVERY_MS })
  return mayAsk ? fetchAgain(context, row) : row
}

/** Returns a member's account at the provider. Fetches it again while details that the member enters can change it. */
export async function readFreshPayee(context: Context, accountId: string): Promise<PayeeRow | undefined> {
  const row = await findPayee(context.db, { provider: context.payments.name, accountId })
  return !row || isSettled(row) ? row : fetchAgain(context, row)
}

const isSettled = ({ status }: PayeeRow): boolean => status === 'ready' || status === 'refused'

async function fetchAgain(context: Context, row: PayeeRow): Promise<PayeeRow> {
  const fresh = await fetchPayee(context, row)
  return fresh.success ? fresh.data : row
}
