import type { uploadBrandPicture as contract } from '#contracts/console/domains.ts'
import { urls } from '#contracts/platform/urls.ts'
import { succeed } from '#model/platform/result.ts'
import type { Limit } from '#server/platform/limits/rate-limits.ts'
import type { PromoterCall, UploadCall, UseCase } from '#server/use-case.ts'

export const BRAND_PICTURE_UPLOADS: Limit = { name: 'brand picture', points: 30, seconds: 3600 }

/** Creates and stores a logo or icon. It is not shown until the settings refer to it; unused pictures are deleted after a while. */
export const uploadBrandPicture: UseCase<typeof contract, PromoterCall & UploadCall> = async (
  context,
  call,
) => {
  const { pictures } = context
  const make = call.params.kind === 'logo' ? pictures.toLogo : pictures.toFavicon
  const picture = await make(call.bytes)
  if (!picture.success) return picture
  await context.uploads.put(picture.data)
  return succeed({ url: urls.upload(picture.data.name) })
}
