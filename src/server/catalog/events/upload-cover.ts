import type { uploadCover as contract } from '#contracts/console/events.ts'
import { urls } from '#contracts/platform/urls.ts'
import { succeed } from '#model/platform/result.ts'
import type { Limit } from '#server/platform/limits/rate-limits.ts'
import type { PromoterCall, UploadCall, UseCase } from '#server/use-case.ts'

export const COVER_UPLOAD_LIMIT: Limit = { name: 'cover picture', points: 200, seconds: 3600 }

/** Creates and stores the widths that pages use. They are not shown until an event refers to them. */
export const uploadCover: UseCase<typeof contract, PromoterCall & UploadCall> = async (context, call) => {
  const made = await context.pictures.toCover(call.bytes)
  if (!made.success) return made
  for (const { upload } of made.data) await context.uploads.put(upload)
  return succeed({
    height: made.data.at(-1)?.height ?? 0,
    sources: made.data.map(({ upload, width }) => ({ url: urls.upload(upload.name), width })),
  })
}
