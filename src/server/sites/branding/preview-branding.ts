import type { previewBranding as contract } from '#contracts/console/domains.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { cssLimitMessage } from '#server/sites/custom-css/css-bounds.ts'
import { tenantStyles } from '#server/sites/custom-css/tenant-css.ts'

/** Limit of previews and saves together. It allows three previews per second while typing, for five minutes. */
export const CSS_PREVIEW_LIMIT = { name: 'preview look', points: 900, seconds: 300 }

export const previewBranding: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const tooMany = await context.limits.consume(CSS_PREVIEW_LIMIT, call.promoterId)
  if (tooMany) return tooMany
  const { customCss } = call.body.settings
  const tooMuch = cssLimitMessage(customCss)
  if (tooMuch) return fail('VALIDATION_ERROR', [{ path: 'settings.customCss', message: tooMuch }])
  const { css, dropped: droppedCss } = tenantStyles(customCss)
  return succeed({ css, droppedCss })
}
