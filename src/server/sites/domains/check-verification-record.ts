import { timingSafeEqual } from 'node:crypto'
import { verificationRecordName } from '#model/sites/domains.ts'
import type { Context } from '#server/context.ts'
import type { DomainClaim } from './domain-rows.ts'
import { isVerificationUnneeded } from './domain-view.ts'

/**
 * Looks up the verification record. `no answer` means that DNS returned no result, so it is unknown whether the
 * record exists.
 */
export async function checkVerificationRecord(
  context: Context,
  claim: Pick<DomainClaim, 'host' | 'token'>,
): Promise<'proven' | 'missing' | 'no answer'> {
  if (isVerificationUnneeded(context.config, claim.host)) return 'proven'
  const texts = await context.names.findTexts(verificationRecordName(claim.host))
  if (!texts) return 'no answer'
  return texts.some((text) => isVerificationToken(text, claim.token)) ? 'proven' : 'missing'
}

export const isVerificationToken = (text: string, token: string): boolean => {
  const given = Buffer.from(text.trim().replaceAll(/^"|"$/g, ''))
  const expected = Buffer.from(token)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
