import type { Context } from '#server/context.ts'
import { uploadNameIn } from '#server/platform/uploads/delete-unused-upload.ts'
import { isUploadStoreDown } from '#server/platform/uploads/upload-store.ts'

/**
 * Returns a site's logo as PNG of at most this size in pixels. Undefined when the logo isn't an upload, or can't be
 * read now.
 */
export async function readLogo(
  { uploads, log }: Pick<Context, 'uploads' | 'log'>,
  { url, ...size }: { url: string; width: number; height: number },
): Promise<Buffer | undefined> {
  const name = uploadNameIn(url)
  if (name === undefined) return undefined
  try {
    const stored = await uploads.read(name)
    return stored && (await toPng(stored, size))
  } catch (error) {
    if (!isUploadStoreDown(error)) throw error
    log.warn({ err: error, url }, 'Tickets are rendered without the logo')
    return undefined
  }
}

async function toPng(picture: Buffer, size: { width: number; height: number }): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(picture)
    .resize({ ...size, fit: 'inside', withoutEnlargement: true })
    .png({ palette: true })
    .toBuffer()
}
