import type { createPromoBatch as contract } from '#contracts/console/pricing/promo-codes.ts'
import { fail } from '#contracts/platform/errors.ts'
import { guessableCodesWarning } from '#model/pricing/promo-guessing.ts'
import { succeed } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import type { Trx } from '#server/platform/db/query.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { findPromoBatch, insertPromoBatch, promoBatchId } from './promo-option-rows.ts'
import { checkPromoScope } from './promo-scope.ts'
import { NEW_PROMO_CODE_LIMIT, toStoredTerms, viewBatch } from './promo-views.ts'
import { insertPromoCodes, type StoredTerms } from './promo-code-list-rows.ts'
import { randomPromoCode } from './random-promo-code.ts'

/** Creates a batch of random codes, with one entry in the audit log. A repeated call with the same id returns the existing batch. */
export const createPromoBatch: UseCase<typeof contract, PromoterCall> = async (
  context,
  { promoterId, actor, body },
) => {
  const { id: key, name, prefix, count, length, ...terms } = body
  const id = promoBatchId(promoterId, key)
  const tooMany = await context.limits.consume(NEW_PROMO_CODE_LIMIT, promoterId, count)
  if (tooMany) return tooMany
  const now = new Date(context.clock.now())
  return transact(context.db, async (trx) => {
    const errors = await checkPromoScope(trx, promoterId, terms)
    if (errors.length > 0) return fail('VALIDATION_ERROR', errors)
    if (await insertPromoBatch(trx, { promoterId, id, name, now })) {
      await insertRandom(trx, { promoterId, id, prefix, count, length, terms: toStoredTerms(terms), now })
      const after = { prefix, count, length, ...terms }
      await recordChange(
        trx,
        { promoterId, actor, action: 'promo_batch.created', subject: { id, name }, after },
        now,
      )
    }
    const batch = await findPromoBatch(trx, { promoterId, id })
    if (!batch) throw new Error('The inserted batch was not found.')
    return succeed({ batch: viewBatch(batch), warning: guessableCodesWarning(length, count) ?? null })
  })
}

interface RandomCodes {
  promoterId: string
  id: string
  prefix: string
  count: number
  length: number
  terms: StoredTerms
  now: Date
}

/**
 * Inserts until there are enough codes, because some random codes may already exist. Even the shortest codes have 33 million
 * combinations.
 */
async function insertRandom(trx: Trx, request: RandomCodes): Promise<void> {
  const { promoterId, id, prefix, count, length, terms, now } = request
  for (let left = count; left > 0;) {
    const codes = new Set<string>()
    while (codes.size < left) codes.add(randomPromoCode(prefix, length))
    const given = [...codes].map((code) => ({ ...terms, code }))
    left -= (await insertPromoCodes(trx, { promoterId, batchId: id, codes: given, now })).length
  }
}
