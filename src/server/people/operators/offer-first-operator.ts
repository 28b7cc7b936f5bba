import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import type { Context } from '#server/context.ts'
import { createOperatorLink } from './create-operator-link.ts'

/**
 * Returns the token of a link with which a person becomes the first operator. Also emails such a link to
 * OPERATOR_EMAIL, at most once a day. Undefined when there is an operator.
 */
export async function offerFirstOperator(
  context: Pick<Context, 'clock' | 'config' | 'db' | 'log'>,
): Promise<string | undefined> {
  try {
    const token = await createOperatorLink(context)
    if (token !== undefined) await mailLink(context)
    return token
  } catch (error) {
    // Failures are only logged, because the node already serves requests.
    context.log.warn(
      { err: error },
      'The link for the first operator could not be created; it will be retried at the next start',
    )
    return undefined
  }
}

async function mailLink({ config, clock, db }: Pick<Context, 'clock' | 'config' | 'db'>): Promise<void> {
  const email = config.OPERATOR_EMAIL
  if (!email) return
  const now = new Date(clock.now())
  const fact = `operator_link:${email}:${now.toISOString().slice(0, 10)}`
  const mail = { kind: 'operator_link', fact, payload: { email }, origin: null, promoterId: null } as const
  await writeMails(db, [mail], now)
}
