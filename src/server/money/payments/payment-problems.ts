import type { Context } from '#server/context.ts'
import type { Db } from '#server/platform/db/query.ts'
import { setPaymentProblem } from './payment-rows.ts'

/**
 * Stores a problem that must be resolved manually. Returns its message if it is new, so that the caller can log it after the
 * commit.
 */
export const raisePaymentProblem = async (
  db: Db,
  problem: { orderId: string; message: string; now: Date },
): Promise<string[]> => ((await setPaymentProblem(db, problem)) ? [problem.message] : [])

export function logPaymentProblems(context: Context, orderId: string, problems: readonly string[]): void {
  for (const problem of problems)
    context.log.error({ orderId, trouble: problem }, 'A payment needs manual settlement')
}
