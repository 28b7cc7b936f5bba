import { fail, type ErrorCode } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { BrandChange } from '#model/sites/brand-settings.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/platform/db/query.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCaller } from '#server/platform/audit/actor.ts'
import { deleteUnusedUpload } from '#server/platform/uploads/delete-unused-upload.ts'
import { withUploadClaims } from '#server/platform/uploads/upload-claims.ts'
import { cssLimitMessage } from '#server/sites/custom-css/css-bounds.ts'
import { CSS_PREVIEW_LIMIT } from './preview-branding.ts'
import { findBranding, lockBranding, type StoredBranding } from './branding-rows.ts'
import { listMissingImages, listReplacedImages, uploadNamesIn } from './missing-images.ts'
import { updateSite } from '#server/sites/hosts/site-rows.ts'
import { tenantStyles } from '#server/sites/custom-css/tenant-css.ts'

export interface BrandingChange<Code extends ErrorCode = never> {
  /** Settings to change. Omitted settings stay unchanged. */
  settings: BrandChange
  /** Version that the change is based on. Without it, any version is overwritten. */
  version?: number | undefined
  /** Another write in the same transaction. When it fails, the settings stay unchanged. */
  beside?: (trx: Db) => Promise<Result<unknown, Code>>
}

/**
 * Saves the branding of a site. CSS is stored as entered, together with the list of rules that the filter dropped,
 * which is returned. VALIDATION_ERROR for CSS that is too complex or a missing image, NOT_FOUND without a site,
 * EDIT_CONFLICT for an outdated version, RATE_LIMITED when CSS is saved too often. Deletes replaced images that
 * nothing uses any more.
 */
export async function saveBranding<Code extends ErrorCode = never>(
  context: Context,
  caller: PromoterCaller,
  change: BrandingChange<Code>,
): Promise<Result<StoredBranding, Code | Refusal | 'VALIDATION_ERROR'>> {
  const { settings } = change
  if (settings.customCss !== undefined) {
    const tooMany = await context.limits.consume(CSS_PREVIEW_LIMIT, caller.promoterId)
    if (tooMany) return tooMany
  }
  const tooMuch = settings.customCss === undefined ? undefined : cssLimitMessage(settings.customCss)
  if (tooMuch) return fail('VALIDATION_ERROR', [{ path: 'settings.customCss', message: tooMuch }])
  const saved = await withUploadClaims(context, uploadNamesIn(settings), async () => {
    const now = await findBranding(context.db, caller.promoterId)
    const missing = await listMissingImages(context, now?.settings, settings)
    return missing.length > 0 ? fail('VALIDATION_ERROR', missing) : write(context, caller, change)
  })
  if (!saved.success) return saved
  const { before, after } = saved.data
  for (const url of listReplacedImages(before.settings, after.settings))
    await deleteUnusedUpload(context, url)
  return succeed(after)
}

type Refusal = 'NOT_FOUND' | 'EDIT_CONFLICT' | 'RATE_LIMITED'

async function write<Code extends ErrorCode>(
  context: Context,
  caller: PromoterCaller,
  { settings, version, beside }: BrandingChange<Code>,
): Promise<Result<{ before: StoredBranding; after: StoredBranding }, Code | Refusal>> {
  // Filtering is slow, so it runs before the transaction.
  const droppedCss = settings.customCss === undefined ? undefined : tenantStyles(settings.customCss).dropped
  const now = new Date(context.clock.now())
  return transact<{ before: StoredBranding; after: StoredBranding }, Code | Refusal>(
    context.db,
    async (trx) => {
      const before = await lockBranding(trx, caller.promoterId)
      if (!before) return fail('NOT_FOUND')
      if (version !== undefined && version !== before.version)
        return fail('EDIT_CONFLICT', { current: before })
      const other = await beside?.(trx)
      if (other && !other.success) return other
      const after = {
        settings: { ...before.settings, ...settings },
        droppedCss: droppedCss ?? before.droppedCss,
        version: before.version + 1,
      }
      await updateSite(trx, caller.promoterId, { ...after, now })
      const subject = { id: caller.promoterId, name: after.settings.siteName }
      const states = { before: before.settings, after: after.settings }
      await recordChange(trx, { ...caller, action: 'site.changed', subject, ...states }, now)
      return succeed({ before, after })
    },
  )
}
