import type { getBranding as contract } from '#contracts/console/domains.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { findBranding } from './branding-rows.ts'
import { siteOrigin } from '#server/platform/site-origin.ts'

export const getBranding: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const branding = await findBranding(context.db, call.promoterId)
  return branding
    ? succeed({ ...branding, siteUrl: siteOrigin(context, call, call.promoterId) ?? null })
    : fail('NOT_FOUND')
}
