import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import type { Context } from '#server/context.ts'
import { createOperatorLink } from './create-operator-link.ts'

/**
 * Returns the token of a link that makes the first operator, and emails another one to OPERATOR_EMAIL, once a day. Undefined if there is an
 * operator.
 */
export async function offerFirstOperator(
  context: Pick<Context, 'clock' | 'config' | 'db'>,
): Promise<string | undefined> {
  const token = await createOperatorLink(context)
  const email = context.config.OPERATOR_EMAIL
  if (token === undefined || !email) return token
  const now = new Date(context.clock.now())
  const fact = `operator_link:${email}:${now.toISOString().slice(0, 10)}`
  const mail = { kind: 'operator_link', fact, payload: { email }, origin: null, promoterId: null } as const
  await writeMails(context.db, [mail], now)
  return token
}
