import { fail } from '#contracts/platform/errors.ts'
import { areSameLegalTexts } from '#model/sites/buyer-legal-texts.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { listBuyerLegalRowsOfCart, type BuyerLegalRow } from '#server/sites/legal/buyer-legal-rows.ts'
import type { CheckoutBody } from './check-answers.ts'

/** Returns the legal texts that the promoter's buyers must accept. Undefined when the request doesn't name the accepted texts. */
export async function readTermsInForce(
  trx: PipelinedTransaction,
  { cartId, acceptedLegalTexts }: CheckoutBody,
): Promise<BuyerLegalRow[] | undefined> {
  if (!acceptedLegalTexts) return undefined
  return listBuyerLegalRowsOfCart(trx, cartId)
}

/**
 * Returns the ids of the accepted texts. Fails with TERMS_CHANGED and the current versions if the buyer was shown other
 * versions.
 */
export function checkAcceptedTerms(
  { acceptedLegalTexts }: Pick<CheckoutBody, 'acceptedLegalTexts'>,
  inForce: readonly BuyerLegalRow[] = [],
): Result<string[], 'TERMS_CHANGED'> {
  if (!acceptedLegalTexts || areSameLegalTexts(acceptedLegalTexts, inForce))
    return succeed(inForce.map(({ id }) => id))
  const legalTexts = inForce.map(({ kind, promoterId, version }) => ({ kind, promoterId, version }))
  return fail('TERMS_CHANGED', { legalTexts })
}
