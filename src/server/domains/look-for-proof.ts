import { timingSafeEqual } from 'node:crypto'
import { proofName } from '#model/domains.ts'
import type { Context } from '../context.ts'
import type { Claim } from './domain-rows.ts'
import { needsNoProof } from './domain-view.ts'

/** Whether the DNS shows what only the name's owner can have put there. `no answer` is no verdict. */
export async function lookForProof(
  context: Context,
  claim: Pick<Claim, 'host' | 'token'>,
): Promise<'proven' | 'missing' | 'no answer'> {
  if (needsNoProof(context.config, claim.host)) return 'proven'
  const texts = await context.names.findTexts(proofName(claim.host))
  if (!texts) return 'no answer'
  return texts.some((text) => isToken(text, claim.token)) ? 'proven' : 'missing'
}

/** People paste with blanks and quotation marks around it. */
export const isToken = (text: string, token: string): boolean => {
  const given = Buffer.from(text.trim().replaceAll(/^"|"$/g, ''))
  const expected = Buffer.from(token)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
