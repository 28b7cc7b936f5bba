import type { DroppedRule } from '#contracts/domains.ts'
import { fail } from '#contracts/errors.ts'
import { succeed, type Result } from '#model/result.ts'
import type { SiteSettings } from '#model/sites.ts'
import type { Context } from '../context.ts'
import { whyTooMuch } from './css-bounds.ts'
import { updateSite } from './site-rows.ts'
import { tenantStyles } from './tenant-css.ts'

/**
 * The look of a promoter's site. The CSS is kept as it was written; what is not served of it is answered, and kept beside it.
 * VALIDATION_ERROR when it is more than can be read, NOT_FOUND when the promoter has no site.
 */
export async function saveLook(
  context: Context,
  promoterId: string,
  settings: SiteSettings,
): Promise<Result<{ settings: SiteSettings; droppedCss: DroppedRule[] }, 'VALIDATION_ERROR' | 'NOT_FOUND'>> {
  const tooMuch = whyTooMuch(settings.customCss)
  if (tooMuch) return fail('VALIDATION_ERROR', [{ path: 'settings.customCss', message: tooMuch }])
  const { dropped: droppedCss } = tenantStyles(settings.customCss)
  const now = new Date(context.clock.now())
  const isSaved = await updateSite(context.db, promoterId, { settings, droppedCss, now })
  return isSaved ? succeed({ settings, droppedCss }) : fail('NOT_FOUND')
}
