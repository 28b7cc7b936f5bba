import type { putDomainSettings as contract } from '#contracts/console/domains.ts'
import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/platform/db/transact.ts'
import { findBranding } from '#server/sites/branding/branding-rows.ts'
import { saveBranding, type BrandingChange } from '#server/sites/branding/save-branding.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { listDomainClaims } from './domain-rows.ts'
import { viewDomain } from './domain-view.ts'
import { makeDomainCanonical } from './make-canonical.ts'

export const putDomainSettings: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const { id } = call.params
  const { settings, version, isCanonical } = call.body
  const findClaims = () => listDomainClaims(context.db, call.promoterId)
  if (!(await findClaims()).some((claim) => claim.id === id)) return fail('NOT_FOUND')
  const now = new Date(context.clock.now())
  const beside: BrandingChange<'NOT_FOUND' | 'DOMAIN_NOT_PROVEN'>['beside'] = (trx) =>
    makeDomainCanonical(trx, call, { id, now })
  const done = await carryOut(context, call, {
    settings,
    version,
    ...(isCanonical ? { beside } : {}),
  })
  if (!done.success) return done
  const [claims, branding] = await Promise.all([findClaims(), findBranding(context.db, call.promoterId)])
  const claim = claims.find((each) => each.id === id)
  return claim && branding
    ? succeed({ domain: viewDomain(context.config, claim, claims), ...branding })
    : fail('NOT_FOUND')
}

/** Saves the settings and runs `beside` in one transaction. Without settings, the site's version stays unchanged. */
async function carryOut(
  context: Context,
  call: PromoterCall,
  {
    settings,
    beside,
    ...rest
  }: Omit<BrandingChange<'NOT_FOUND' | 'DOMAIN_NOT_PROVEN'>, 'settings'> & {
    settings: BrandingChange['settings'] | undefined
  },
): Promise<Result<unknown, CodeOf<typeof contract>>> {
  if (settings) return saveBranding(context, call, { settings, ...rest, ...(beside ? { beside } : {}) })
  return beside ? transact(context.db, beside) : succeed(null)
}
