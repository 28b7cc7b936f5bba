import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { callProvider } from '#server/money/payments/call-provider.ts'
import {
  findSettlementPayee,
  putSettlementPayee,
  claimSettlementPayeeCheck,
  type SettlementPayeeRow,
} from './payee-rows.ts'

export async function fetchSettlementPayee(
  context: Context,
  row: SettlementPayeeRow,
): Promise<Result<SettlementPayeeRow, 'PAYMENT_PROVIDER_FAILED'>> {
  const { promoterId, provider } = row
  const answer = await callProvider(context, () => context.payments.payees.fetch(row.payeeId))
  if (!answer.success) return answer
  const payee = answer.data
  if (payee.status !== row.status || payee.missing.join('\n') !== row.missing.join('\n'))
    await putSettlementPayee(context.db, { promoterId, provider, payee, now: new Date(context.clock.now()) })
  return succeed({ ...row, status: payee.status, missing: [...payee.missing] })
}

/** Minimum interval between requests to the provider for a page that polls. Webhooks report changes in between. */
const EVERY_MS = 60_000

/** Returns the promoter's account. Until it is ready or refused, it is fetched again at most once a minute. */
export async function readRecentSettlementPayee(
  context: Context,
  promoterId: string,
): Promise<SettlementPayeeRow | undefined> {
  const row = await findSettlementPayee(context.db, { provider: context.payments.name, promoterId })
  if (!row || isSettled(row)) return row
  const now = new Date(context.clock.now())
  const mayAsk = await claimSettlementPayeeCheck(context.db, { row, now, everyMs: EVERY_MS })
  return mayAsk ? fetchAgain(context, row) : row
}

/** Returns the promoter's account. Fetches it again while details that the owner enters can change it. */
export async function readFreshSettlementPayee(
  context: Context,
  promoterId: string,
): Promise<SettlementPayeeRow | undefined> {
  const row = await findSettlementPayee(context.db, { provider: context.payments.name, promoterId })
  return !row || isSettled(row) ? row : fetchAgain(context, row)
}

const isSettled = ({ status }: SettlementPayeeRow): boolean => status === 'ready' || status === 'refused'

async function fetchAgain(context: Context, row: SettlementPayeeRow): Promise<SettlementPayeeRow> {
  const fresh = await fetchSettlementPayee(context, row)
  return fresh.success ? fresh.data : row
}
