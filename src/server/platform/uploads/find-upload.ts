import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { isUploadName } from './upload-store.ts'

/**
 * Returns an uploaded file. Needs no authorisation, because names can't be guessed. WebP files are also available as
 * PNG, for logos in emails.
 */
export async function findUpload(
  context: Context,
  name: string,
): Promise<Result<Uint8Array<ArrayBuffer>, 'NOT_FOUND' | 'RATE_LIMITED'>> {
  if (!isUploadName(name)) return fail('NOT_FOUND')
  const bytes = await context.uploads.read(name)
  if (bytes) return succeed(bytes)
  const webp = name.endsWith('.png') ? await context.uploads.read(name.replace('.png', '.webp')) : undefined
  const png = webp && (await context.pictures.toMailLogo(webp))
  if (png?.success) return succeed(png.data.bytes)
  return png?.error.code === 'RATE_LIMITED' ? fail('RATE_LIMITED', png.error.details) : fail('NOT_FOUND')
}
