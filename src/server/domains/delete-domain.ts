import type { deleteDomain as contract } from '#contracts/domains.ts'
import { fail } from '#contracts/errors.ts'
import { canonicalOf } from '#model/domains.ts'
import { succeed } from '#model/result.ts'
import { findOwnPromoter } from '../accounts/find-own-promoter.ts'
import { transact } from '../db/transact.ts'
import type { AccountCall, UseCase } from '../use-case.ts'
import { deleteClaim, deleteHost, lockClaims, putCanonical } from './domain-rows.ts'

/** Lets go of a name: it stops answering on every node at once, and whoever proves it next may have it. */
export const deleteDomain: UseCase<typeof contract, AccountCall> = async (context, call) => {
  const promoter = await findOwnPromoter(context, call, 'promoter:own')
  if (!promoter.success) return promoter
  return transact(context.db, async (trx) => {
    const claims = await lockClaims(trx, promoter.data)
    const claim = claims.find((each) => each.id === call.params.id)
    if (!claim) return fail('NOT_FOUND')
    const others = claims.filter((each) => each !== claim)
    if (claim.isCanonical) await putCanonical(trx, promoter.data, canonicalOf(others))
    await deleteHost(trx, claim)
    await deleteClaim(trx, claim)
    return succeed({})
  })
}
