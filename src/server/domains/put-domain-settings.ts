import type { putDomainSettings as contract } from '#contracts/domains.ts'
import { fail } from '#contracts/errors.ts'
import { succeed } from '#model/result.ts'
import { saveLook } from '../sites/save-look.ts'
import type { PromoterCall, UseCase } from '../use-case.ts'
import { listClaims } from './domain-rows.ts'
import { viewDomain } from './domain-view.ts'
import { findLook } from '../sites/look-rows.ts'
import { makeCanonical } from './make-canonical.ts'

/** The look of the promoter's site, under all of its names. A name that can't be the canonical one leaves the look as it was. */
export const putDomainSettings: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { id } = call.params
  const findClaims = () => listClaims(context.db, call.promoterId)
  if (!(await findClaims()).some((claim) => claim.id === id)) return fail('NOT_FOUND')
  if (call.body.isCanonical) {
    const chosen = await makeCanonical(context, { promoterId: call.promoterId, actor: call.actor, id })
    if (!chosen.success) return chosen
  }
  const { settings } = call.body
  const saved = settings && (await saveLook(context, call, settings))
  if (saved && !saved.success) return saved
  const [claims, look] = await Promise.all([findClaims(), findLook(context.db, call.promoterId)])
  const claim = claims.find((each) => each.id === id)
  return claim && look
    ? succeed({ domain: viewDomain(context.config, claim, claims), ...look })
    : fail('NOT_FOUND')
}
