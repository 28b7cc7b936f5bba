import { fail } from '#contracts/platform/errors.ts'
import type {
  Adjustment,
  createAdjustment as createContract,
  listAdjustments as listContract,
} from '#contracts/operator/settlements.ts'
import { adjustmentEntries } from '#model/money/settlements.ts'
import { toCents, toMajor } from '#model/platform/money.ts'
import { amountRefusal } from '#server/platform/amount-refusal.ts'
import { succeed } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import { splitPage, parseCursor } from '#server/platform/ids/list-cursor.ts'
import { writeLedger } from '#server/platform/ledger/ledger-rows.ts'
import { insertOperatorChange } from '#server/people/operators/operator-rows.ts'
import { findPromoterSettings } from '#server/people/promoters/settings-rows.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import {
  findAdjustmentByKey,
  insertAdjustment,
  listAdjustmentRows,
  type AdjustmentRow,
} from './adjustment-rows.ts'

export const createAdjustment: UseCase<typeof createContract, AccountCall> = async (context, call) => {
  const { params, body, idempotencyKey } = call
  const { id: promoterId } = params
  const promoter = isUuid(promoterId) ? await findPromoterSettings(context.db, promoterId) : undefined
  if (!promoter) return fail('NOT_FOUND')
  const { currency, reason } = body
  const refusal = amountRefusal('amount', body.amount, currency)
  if (refusal) return refusal
  const amountCents = toCents(body.amount, currency)
  if (amountCents === 0) return fail('VALIDATION_ERROR', [{ path: 'amount', message: 'Enter an amount.' }])
  const now = new Date(context.clock.now())
  const { id: accountId } = call.account
  const id = crypto.randomUUID()
  await transact<null, never>(context.db, async (trx) => {
    const adjustment = { id, promoterId, currency, amountCents, reason, idempotencyKey, accountId, now }
    if (!(await insertAdjustment(trx, adjustment))) return succeed(null)
    const entries = adjustmentEntries(amountCents)
    const fact = {
      fact: `adjustment:${id}`,
      kind: 'adjustment',
      promoterId,
      orderId: null,
      currency,
    } as const
    const actor = { accountId, apiKeyId: null, isOperator: true }
    const after = { amountCents, currency, reason }
    const change = { action: 'adjustment.created', subject: { id, name: '' }, after } as const
    trx.send(writeLedger(trx, [{ ...fact, entries }], now))
    await recordChange(trx, { promoterId, actor, ...change }, now)
    const logged = { accountId, subjectId: promoterId, subject: promoter.name, promoterId, after, now }
    await insertOperatorChange(trx, { action: 'adjustment.created', ...logged })
    return succeed(null)
  })
  const row = await findAdjustmentByKey(context.db, { promoterId, idempotencyKey })
  if (!row) return fail('NOT_FOUND')
  const isSame = row.amountCents === amountCents && row.currency === currency
  return isSame ? succeed({ adjustment: viewRow(row) }) : fail('KEY_REUSED')
}

export const listAdjustments: UseCase<typeof listContract, AccountCall> = async (context, call) => {
  const { id: promoterId } = call.params
  const promoter = isUuid(promoterId) ? await findPromoterSettings(context.db, promoterId) : undefined
  if (!promoter) return fail('NOT_FOUND')
  const after = parseCursor(call.query.cursor)
  if (!after.success) return after
  const rows = await listAdjustmentRows(context.db, { promoterId, after: after.data })
  const { page, nextCursor } = splitPage(rows, ({ createdAt, id }) => ({ at: createdAt, id }))
  return succeed({ adjustments: page.map(viewRow), nextCursor })
}

const viewRow = ({ amountCents, createdAt, ...row }: AdjustmentRow): Adjustment => ({
  ...row,
  amount: toMajor(amountCents, row.currency),
  createdAt: createdAt.toISOString(),
})
