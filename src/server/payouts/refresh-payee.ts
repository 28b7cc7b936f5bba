import { succeed, type Result } from '#model/result.ts'
import type { Context } from '../context.ts'
import { askProvider } from '../payments/ask-provider.ts'
import { findPayee, putPayee, type PayeeRow } from './payee-rows.ts'

/** Asks the provider how an account of a person stands now, and writes it down. */
export async function refreshPayee(
  context: Context,
  row: PayeeRow,
): Promise<Result<PayeeRow, 'PAYMENT_PROVIDER_FAILED'>> {
  const { accountId, provider } = row
  const asked = await askProvider(context, () => context.payments.payees.fetch(row.payeeId))
  if (!asked.success) return asked
  const payee = asked.data
  if (payee.status !== row.status || payee.missing.join('\n') !== row.missing.join('\n'))
    await putPayee(context.db, { accountId, provider, payee, now: new Date(context.clock.now()) })
  return succeed({ ...row, status: payee.status, missing: [...payee.missing] })
}

/** A member's account: asked anew while it may still change by what the member does. Without an answer it is as it was. */
export async function lookAtPayee(context: Context, accountId: string): Promise<PayeeRow | undefined> {
  const row = await findPayee(context.db, { provider: context.payments.name, accountId })
  if (!row || row.status === 'ready' || row.status === 'refused') return row
  const fresh = await refreshPayee(context, row)
  return fresh.success ? fresh.data : row
}
