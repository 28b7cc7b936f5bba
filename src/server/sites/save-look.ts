import type { Kysely } from 'kysely'
import type { DroppedRule } from '#contracts/domains.ts'
import { fail, type FieldError } from '#contracts/errors.ts'
import { succeed, type Result } from '#model/result.ts'
import type { SiteSettings } from '#model/sites.ts'
import { recordChange } from '../audit/record-change.ts'
import type { Context } from '../context.ts'
import type { Database } from '../db/tables.ts'
import { transact } from '../db/transact.ts'
import type { PromoterCaller } from '../promoters/find-caller.ts'
import { dropUnusedUpload, uploadNameIn } from '../uploads/drop-unused.ts'
import { lockUpload } from '../uploads/upload-rows.ts'
import { whyTooMuch } from './css-bounds.ts'
import { findLook } from './look-rows.ts'
import { lockSitePictures, updateSite, type SitePictures } from './site-rows.ts'
import { tenantStyles } from './tenant-css.ts'

/**
 * The look of a promoter's site. The CSS is kept as it was written; what is not served of it is answered, and kept beside it.
 * VALIDATION_ERROR when it is more than can be read or names a picture that isn't there, NOT_FOUND when the promoter has no
 * site. Pictures that it replaces go when nobody else shows them.
 */
export async function saveLook(
  context: Context,
  { promoterId, actor }: PromoterCaller,
  settings: SiteSettings,
): Promise<Result<{ settings: SiteSettings; droppedCss: DroppedRule[] }, 'VALIDATION_ERROR' | 'NOT_FOUND'>> {
  const tooMuch = whyTooMuch(settings.customCss)
  if (tooMuch) return fail('VALIDATION_ERROR', [{ path: 'settings.customCss', message: tooMuch }])
  const { dropped: droppedCss } = tenantStyles(settings.customCss)
  const now = new Date(context.clock.now())
  const saved = await transact(context.db, async (trx) => {
    await lockPictures(trx, settings)
    const before = await lockSitePictures(trx, promoterId)
    if (!before) return fail('NOT_FOUND')
    const missing = await missingPictures(context, before, settings)
    if (missing.length > 0) return fail('VALIDATION_ERROR', missing)
    const look = await findLook(trx, promoterId)
    await updateSite(trx, promoterId, { settings, droppedCss, now })
    const subject = { id: promoterId, name: settings.siteName }
    const states = { before: look?.settings, after: settings }
    await recordChange(trx, { promoterId, actor, action: 'site.changed', subject, ...states }, now)
    return succeed(before)
  })
  if (!saved.success) return saved
  for (const url of new Set([saved.data.logoUrl, saved.data.faviconUrl]))
    if (url !== settings.logoUrl && url !== settings.faviconUrl) await dropUnusedUpload(context, url)
  return succeed({ settings, droppedCss })
}

/** Always in the same order: two that save the same pictures don't block each other. */
async function lockPictures(trx: Kysely<Database>, { logoUrl, faviconUrl }: SitePictures): Promise<void> {
  for (const url of [...new Set([logoUrl, faviconUrl])].toSorted()) {
    const name = uploadNameIn(url)
    if (name !== undefined) await lockUpload(trx, name)
  }
}

/** New pictures whose file is not in the store. Those that the site shows already are not asked for again. */
async function missingPictures(
  { uploads }: Context,
  before: SitePictures,
  settings: SitePictures,
): Promise<FieldError[]> {
  const shown = [before.logoUrl, before.faviconUrl]
  const errors: FieldError[] = []
  for (const field of ['logoUrl', 'faviconUrl'] as const) {
    const name = shown.includes(settings[field]) ? undefined : uploadNameIn(settings[field])
    if (name !== undefined && !(await uploads.has(name)))
      errors.push({
        path: `settings.${field}`,
        message: 'This picture is not here any more. Upload it again.',
      })
  }
  return errors
}
