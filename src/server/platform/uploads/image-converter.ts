import type { Sharp } from 'sharp'
import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { readImageType } from './image-type.ts'
import { createConcurrencyLimiter } from '#server/platform/limits/concurrency-limiter.ts'
import { toUpload, type Upload } from './upload-store.ts'

interface SizedUpload {
  upload: Upload
  width: number
  height: number
}

type Make = (bytes: Buffer) => Promise<Result<Upload, 'PICTURE_REFUSED' | 'RATE_LIMITED'>>

/**
 * Converts images: upright, sRGB, without metadata (location, camera, thumbnails). For animations, uses the first
 * frame. PICTURE_REFUSED for incomplete or unsupported files; RATE_LIMITED when too many images are waiting.
 */
export interface ImageConverter {
  toAvatar: Make
  toLogo: Make
  /** Converts a result of `toLogo` to PNG, because many mail programs don't support WebP. */
  toMailLogo: Make
  toFavicon: Make
  /** Returns one WebP per page width, up to the image's own width; the widest is last. */
  toCover: (bytes: Buffer) => Promise<Result<SizedUpload[], 'PICTURE_REFUSED' | 'RATE_LIMITED'>>
}

const AVATAR_PIXELS = 256
const LOGO_PIXELS = { width: 640, height: 160 }
/** Width of icons in pixels. Large enough for phones' home screens; browsers scale icons down. */
const FAVICON_PIXELS = 180
/** Widths for cards and pages on phones and desktops. */
const COVER_WIDTHS = [640, 1280, 1920]
const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 }
/** Maximum number of pixels, checked before decoding, because 40 megapixels take 160 MB of memory. */
const MAX_PIXELS = 40_000_000
const MAX_SECONDS = 10
/** Maximum number of images converted at once. Each can take 160 MB of memory. */
const AT_ONCE = 2
const MAX_WAITING = 20
const RETRY_AFTER_SECONDS = 10

interface Recipe {
  type: 'webp' | 'png'
  cook: (picture: Sharp) => Sharp
}

const AVATAR: Recipe = {
  type: 'webp',
  cook: (picture) => picture.resize(AVATAR_PIXELS, AVATAR_PIXELS, { fit: 'cover' }).webp({ quality: 82 }),
}

const LOGO: Recipe = {
  type: 'webp',
  cook: (picture) =>
    picture
      .resize({ ...LOGO_PIXELS, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 90, smartSubsample: true }),
}

const MAIL_LOGO: Recipe = {
  type: 'png',
  cook: (picture) =>
    picture
      .resize({ ...LOGO_PIXELS, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9, palette: true, quality: 90 }),
}

const FAVICON: Recipe = {
  type: 'png',
  cook: (picture) =>
    picture
      .resize(FAVICON_PIXELS, FAVICON_PIXELS, { fit: 'contain', background: TRANSPARENT })
      .png({ compressionLevel: 9 }),
}

export function createImageConverter(): ImageConverter {
  const turns = createConcurrencyLimiter({ atOnce: AT_ONCE, maxWaiting: MAX_WAITING })
  const by =
    (recipe: Recipe): Make =>
    async (bytes) => {
      const made = await turns.run(() => makePicture(bytes, recipe))
      if (made === 'too many') return fail('RATE_LIMITED', { retryAfterSeconds: RETRY_AFTER_SECONDS })
      return made ? succeed(toUpload(Uint8Array.from(made), recipe.type)) : fail('PICTURE_REFUSED')
    }
  const toCover: ImageConverter['toCover'] = async (bytes) => {
    const made = await turns.run(() => makeCover(bytes))
    if (made === 'too many') return fail('RATE_LIMITED', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    return made ? succeed(made) : fail('PICTURE_REFUSED')
  }
  return {
    toAvatar: by(AVATAR),
    toLogo: by(LOGO),
    toMailLogo: by(MAIL_LOGO),
    toFavicon: by(FAVICON),
    toCover,
  }
}

async function makeCover(bytes: Buffer): Promise<SizedUpload[] | undefined> {
  const most = Math.max(...COVER_WIDTHS)
  const whole = await makePicture(bytes, coverRecipe(most))
  if (!whole) return undefined
  const { default: sharp } = await import('sharp')
  const { width, height } = await sharp(whole).metadata()
  const smaller = COVER_WIDTHS.filter((each) => each < width)
  const others = await Promise.all(
    smaller.map(async (each) => ({
      width: each,
      height: Math.round((height * each) / width),
      made: await makePicture(bytes, coverRecipe(each)),
    })),
  )
  return [...others, { width, height, made: whole }].flatMap(({ made, ...size }) =>
    made ? [{ ...size, upload: toUpload(Uint8Array.from(made), 'webp') }] : [],
  )
}

const coverRecipe = (width: number): Recipe => ({
  type: 'webp',
  cook: (picture) => picture.resize({ width, withoutEnlargement: true }).webp({ quality: 80, effort: 4 }),
})

async function makePicture(bytes: Buffer, { cook }: Recipe): Promise<Buffer | undefined> {
  const type = readImageType(bytes)
  if (!type) return undefined
  // `sharp` is loaded on first use, because the library is large and not every node needs it.
  const { default: sharp } = await import('sharp')
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated: false })
    const { format } = await picture.metadata()
    if (format !== type) return undefined
    return await cook(picture.timeout({ seconds: MAX_SECONDS }).autoOrient()).toBuffer()
  } catch {
    // sharp throws only because of the file.
    return undefined
  }
}
