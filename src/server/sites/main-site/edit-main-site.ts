import type {
  getMainSite as getContract,
  MainSite,
  putMainSite as putContract,
  uploadMainSitePicture as uploadContract,
} from '#contracts/operator/main-site.ts'
import { fail, type ErrorCode } from '#contracts/platform/errors.ts'
import { changedSettingNames } from '#model/sites/main-site.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { insertOperatorChange } from '#server/people/operators/operator-rows.ts'
import { transact } from '#server/platform/db/transact.ts'
import { deleteUnusedUpload } from '#server/platform/uploads/delete-unused-upload.ts'
import { withUploadClaims } from '#server/platform/uploads/upload-claims.ts'
import {
  listMissingImages,
  listReplacedImages,
  uploadNamesIn,
} from '#server/sites/branding/missing-images.ts'
import { storeBrandImage } from '#server/sites/branding/upload-brand-image.ts'
import type { AccountCall, UploadCall, UseCase } from '#server/use-case.ts'
import { findMainSite, lockMainSite, updateMainSite } from './main-site-rows.ts'

export const getMainSite: UseCase<typeof getContract, AccountCall> = async (context) =>
  succeed({ mainSite: await findMainSite(context.db) })

export const putMainSite: UseCase<typeof putContract, AccountCall> = async (context, call) => {
  const { settings } = call.body
  const saved = await withUploadClaims(
    context,
    uploadNamesIn(settings),
    async (): Promise<Result<Saved, 'VALIDATION_ERROR' | 'EDIT_CONFLICT'>> => {
      const { settings: current } = await findMainSite(context.db)
      const missing = await listMissingImages(context, current, settings)
      return missing.length > 0 ? fail('VALIDATION_ERROR', missing) : write(context, call)
    },
  )
  if (!saved.success) return saved
  const { before, after } = saved.data
  for (const url of listReplacedImages(before.settings, after.settings))
    await deleteUnusedUpload(context, url)
  await context.sites.reload()
  return succeed({ mainSite: after })
}

interface Saved {
  before: MainSite
  after: MainSite
}

const write = (
  context: Context,
  { body, account }: Parameters<typeof putMainSite>[1],
): Promise<Result<Saved, Extract<ErrorCode, 'EDIT_CONFLICT'>>> =>
  transact(context.db, async (trx): Promise<Result<Saved, 'EDIT_CONFLICT'>> => {
    const before = await lockMainSite(trx)
    if (before.version !== body.version) return fail('EDIT_CONFLICT', { current: before })
    const { settings } = body
    const changed = changedSettingNames(before.settings, settings)
    if (changed.length === 0) return succeed({ before, after: before })
    const now = new Date(context.clock.now())
    await updateMainSite(trx, { settings, now })
    // The log leaves out the contact email, because it may be a person's address.
    const [was, is] = [before.settings, settings].map((each) => ({ ...each, contactEmail: undefined }))
    await insertOperatorChange(trx, {
      accountId: account.id,
      action: 'main_site.changed',
      subjectId: 'main_site',
      ...(was && { before: was }),
      after: { ...is, changed },
      now,
    })
    return succeed({ before, after: { settings, version: before.version + 1 } })
  })

/** Stores an image for the main site. The image isn't shown until the settings refer to it. */
export const uploadMainSitePicture: UseCase<typeof uploadContract, AccountCall & UploadCall> = (
  context,
  call,
) => storeBrandImage(context, call.params.kind, call.bytes)
