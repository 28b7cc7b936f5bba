import { hashToken, randomToken } from '#server/people/emails/random-token.ts'
import type { Context } from '#server/context.ts'
import { hasOperators, insertOperatorLink } from './operator-rows.ts'

const LINK_MS = 24 * 60 * 60 * 1000

/**
 * Creates a link with which a person becomes the first operator, and returns its token. Undefined when there is an
 * operator. Earlier links stay valid, because every node prints its own; the first use invalidates all of them.
 */
export async function createOperatorLink(
  context: Pick<Context, 'clock' | 'config' | 'db'>,
): Promise<string | undefined> {
  if (await hasOperators(context.db, context.config)) return undefined
  const token = randomToken()
  const time = context.clock.now()
  const link = { tokenHash: hashToken(token), now: new Date(time), expiresAt: new Date(time + LINK_MS) }
  await insertOperatorLink(context.db, link)
  return token
}
