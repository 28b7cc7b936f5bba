import { fail } from '#contracts/errors.ts'
import { resolves } from '#model/domains.ts'
import { succeed, type Result } from '#model/result.ts'
import type { Context } from '../context.ts'
import { transact } from '../db/transact.ts'
import { lockClaims, putCanonical } from './domain-rows.ts'

/** Makes one of a promoter's names the one that its others lead to. It must resolve, else DOMAIN_NOT_PROVEN. */
export const makeCanonical = (
  context: Context,
  { promoterId, id }: { promoterId: string; id: string },
): Promise<Result<null, 'NOT_FOUND' | 'DOMAIN_NOT_PROVEN'>> =>
  transact(context.db, async (trx) => {
    const claims = await lockClaims(trx, promoterId)
    const claim = claims.find((each) => each.id === id)
    if (!claim) return fail('NOT_FOUND')
    if (!resolves(claim.status)) return fail('DOMAIN_NOT_PROVEN')
    await putCanonical(trx, promoterId, claim)
    return succeed(null)
  })
