import { fail } from '#contracts/errors.ts'
import { resolves } from '#model/domains.ts'
import { succeed, type Result } from '#model/result.ts'
import type { Context } from '../context.ts'
import { recordChange } from '../audit/record-change.ts'
import { transact } from '../db/transact.ts'
import type { PromoterCaller } from '../promoters/find-caller.ts'
import { lockClaims, putCanonical } from './domain-rows.ts'

/** Makes one of a promoter's names the one that its others lead to. It must resolve, else DOMAIN_NOT_PROVEN. */
export const makeCanonical = (
  context: Context,
  { promoterId, actor, id }: PromoterCaller & { id: string },
): Promise<Result<null, 'NOT_FOUND' | 'DOMAIN_NOT_PROVEN'>> =>
  transact(context.db, async (trx) => {
    const claims = await lockClaims(trx, promoterId)
    const claim = claims.find((each) => each.id === id)
    if (!claim) return fail('NOT_FOUND')
    if (!resolves(claim.status)) return fail('DOMAIN_NOT_PROVEN')
    await putCanonical(trx, promoterId, claim)
    const main = (host: string | undefined) => ({ mainAddress: host ?? null })
    const states = { before: main(claims.find((each) => each.isCanonical)?.host), after: main(claim.host) }
    const subject = { id, name: claim.host }
    const now = new Date(context.clock.now())
    await recordChange(trx, { promoterId, actor, action: 'domain.made_main', subject, ...states }, now)
    return succeed(null)
  })
