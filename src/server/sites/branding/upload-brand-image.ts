import type { uploadBrandPicture as contract } from '#contracts/console/domains.ts'
import { urls } from '#contracts/platform/urls.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { Limit } from '#server/platform/limits/rate-limits.ts'
import type { PromoterCall, UploadCall, UseCase } from '#server/use-case.ts'

export const BRAND_IMAGE_UPLOAD_LIMIT: Limit = { name: 'brand picture', points: 30, seconds: 3600 }

/** Creates and stores a logo or icon. It isn't shown until the settings refer to it. Unused images are deleted after a while. */
export const uploadBrandPicture: UseCase<typeof contract, PromoterCall & UploadCall> = (context, call) =>
  storeBrandImage(context, call.params.kind, call.bytes)

export async function storeBrandImage(
  context: Context,
  kind: 'logo' | 'favicon',
  bytes: UploadCall['bytes'],
): Promise<Result<{ url: string }, 'PICTURE_REFUSED' | 'RATE_LIMITED'>> {
  const { pictures } = context
  const make = kind === 'logo' ? pictures.toLogo : pictures.toFavicon
  const picture = await make(bytes)
  if (!picture.success) return picture
  await context.uploads.put(picture.data)
  return succeed({ url: urls.upload(picture.data.name) })
}
