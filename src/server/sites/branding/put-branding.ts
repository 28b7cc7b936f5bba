import { fail } from '#contracts/platform/errors.ts'
import type { putBranding as contract } from '#contracts/console/domains.ts'
import { succeed } from '#model/platform/result.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { findBranding } from './branding-rows.ts'
import { saveBranding } from './save-branding.ts'
import { siteOrigin } from '#server/platform/site-origin.ts'

export const putBranding: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const siteUrl = siteOrigin(context, call, call.promoterId) ?? null
  const saved = await saveBranding(context, call, call.body)
  if (saved.success) return succeed({ ...saved.data, siteUrl })
  if (saved.error.code !== 'EDIT_CONFLICT') return saved
  const current = await findBranding(context.db, call.promoterId)
  return fail('EDIT_CONFLICT', { current: current && { ...current, siteUrl } })
}
