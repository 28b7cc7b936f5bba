import type {
  listPaymentProblems as contract,
  listPromotersWithPaymentProblems as promotersContract,
  PaymentProblemView,
} from '#contracts/operator/payment-problems.ts'
import { fail } from '#contracts/platform/errors.ts'
import {
  canMarkHandled,
  needsOutcome,
  canRetryRefund,
  paymentProblemOf,
  PROBLEM_ACTIONS,
} from '#model/money/payment-problems.ts'
import { toMajor } from '#model/platform/money.ts'
import { succeed } from '#model/platform/result.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import { splitPage, parseCursor } from '#server/platform/ids/list-cursor.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import {
  listPromoterRowsWithPaymentProblems,
  listPaymentProblemRows,
  type AffectedOrderRow,
  type PaymentProblemRow,
} from './payment-problem-rows.ts'

const MAX_PROMOTERS = 500

export const listPaymentProblems: UseCase<typeof contract, AccountCall> = async ({ db }, call) => {
  const { cursor, promoterId } = call.query
  if (promoterId !== undefined && !isUuid(promoterId)) return fail('NOT_FOUND')
  const after = parseCursor(cursor)
  if (!after.success) return after
  const rows = await listPaymentProblemRows(db, { promoterId, after: after.data })
  const { page, nextCursor } = splitPage(rows, ({ since, orderId }) => ({ at: since, id: orderId }))
  return succeed({ troubles: page.map(viewPaymentProblem), nextCursor })
}

export const listPromotersWithPaymentProblems: UseCase<typeof promotersContract, AccountCall> = async ({
  db,
}) => succeed({ promoters: await listPromoterRowsWithPaymentProblems(db, MAX_PROMOTERS) })

function viewPaymentProblem(row: PaymentProblemRow): PaymentProblemView {
  const { problem, since } = row
  const kind = paymentProblemOf(problem)
  return {
    ...viewAffectedOrder(row),
    since: since.toISOString(),
    kind,
    problem,
    needs: PROBLEM_ACTIONS[kind],
    canRetry: canRetryRefund(kind),
    canMarkHandled: canMarkHandled(kind),
    needsOutcome: needsOutcome(kind, row),
  }
}

export const viewAffectedOrder = (row: AffectedOrderRow) => ({
  orderId: row.orderId,
  orderNumber: row.orderNumber,
  promoter: { id: row.promoterId, name: row.promoterName },
  buyer: row.buyer,
  amount: toMajor(row.amountCents, row.currency),
  currency: row.currency,
})
