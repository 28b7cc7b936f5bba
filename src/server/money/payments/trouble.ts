import type { Kysely } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { setPaymentProblem } from './payment-rows.ts'

/** Records a problem that needs a person. Returns it when new, to be logged after the commit. */
export const raisePaymentProblem = async (
  db: Kysely<Database>,
  orderId: string,
  words: string,
): Promise<string[]> => ((await setPaymentProblem(db, orderId, words)) ? [words] : [])

export function logPaymentProblems(context: Context, orderId: string, troubles: readonly string[]): void {
  for (const trouble of troubles) context.log.error({ orderId, trouble }, 'A payment needs manual settlement')
}
