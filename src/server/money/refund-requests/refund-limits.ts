import type {
  listRefundLimits as listContract,
  putRefundLimit as putContract,
} from '#contracts/operator/refunds/refund-requests.ts'
import { fail } from '#contracts/platform/errors.ts'
import { toCents, toMajor } from '#model/platform/money.ts'
import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { insertOperatorChange } from '#server/people/operators/operator-rows.ts'
import { findPromoterSettings } from '#server/people/promoters/settings-rows.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import {
  deleteRefundLimit,
  listRefundLimitRows,
  lockRefundLimits,
  writeRefundLimit as putRow,
} from './refund-limit-rows.ts'

export const listRefundLimits: UseCase<typeof listContract, AccountCall> = async (context) =>
  succeed(await viewLimits(context))

/** Sets a limit. Writes nothing, not even a log entry, if it is unchanged. */
export const putRefundLimit: UseCase<typeof putContract, AccountCall> = async (context, call) => {
  const { currency, limit, promoterId = null } = call.body
  const promoter = promoterId === null ? undefined : await findPromoterSettings(context.db, promoterId)
  if (promoterId !== null && !promoter) return fail('NOT_FOUND')
  const now = new Date(context.clock.now())
  const cents = limit === null ? null : toCents(limit, currency)
  await transact<null, never>(context.db, async (trx) => {
    await lockRefundLimits(trx)
    const rows = await listRefundLimitRows(trx)
    const row = rows.find((each) => each.promoterId === promoterId && each.currency === currency)
    const before = row?.limitCents ?? null
    if (before === cents) return succeed(null)
    await (cents === null
      ? deleteRefundLimit(trx, { promoterId, currency })
      : putRow(trx, { promoterId, currency, limitCents: cents, now }))
    const change = { currency, before, after: cents, now, accountId: call.account.id }
    await record(trx, {
      ...change,
      promoter: promoterId === null ? null : { id: promoterId, name: promoter?.name ?? '' },
    })
    return succeed(null)
  })
  return succeed(await viewLimits(context))
}

async function record(
  trx: PipelinedTransaction,
  change: {
    promoter: { id: string; name: string } | null
    currency: string
    before: number | null
    after: number | null
    accountId: string
    now: Date
  },
): Promise<void> {
  const { promoter, currency, accountId, now } = change
  const stateOf = (amountCents: number | null) => ({ amountCents, currency })
  const states = { before: stateOf(change.before), after: stateOf(change.after) }
  const action = 'refund_limit.changed'
  await insertOperatorChange(trx, {
    accountId,
    action,
    subjectId: promoter?.id ?? currency,
    subject: promoter?.name ?? `all promoters (default, ${currency})`,
    ...(promoter ? { promoterId: promoter.id } : {}),
    ...states,
    now,
  })
  if (!promoter) return
  const actor = { accountId, apiKeyId: null, isOperator: true }
  await recordChange(
    trx,
    {
      promoterId: promoter.id,
      actor,
      action,
      subject: { id: promoter.id, name: currency },
      before: { limit: moneyOf(change.before, currency) },
      after: { limit: moneyOf(change.after, currency) },
    },
    now,
  )
}

const moneyOf = (cents: number | null, currency: string) => (cents === null ? null : { cents, currency })

async function viewLimits({ db }: Pick<Context, 'db'>) {
  const rows = await listRefundLimitRows(db)
  return {
    limits: rows.map(({ promoterId, promoterName, currency, limitCents }) => ({
      currency,
      limit: toMajor(limitCents, currency),
      promoter: promoterId === null ? null : { id: promoterId, name: promoterName ?? '' },
    })),
  }
}
