import type { Sharp } from 'sharp'
import { fail } from '#contracts/errors.ts'
import { succeed, type Result } from '#model/result.ts'
import { readPictureType } from './picture-type.ts'
import { createTurns } from './take-turns.ts'
import { nameUpload, type Upload } from './upload-store.ts'

/** A picture that was made, in pixels. */
interface SizedUpload {
  upload: Upload
  width: number
  height: number
}

type Make = (bytes: Buffer) => Promise<Result<Upload, 'PICTURE_REFUSED' | 'RATE_LIMITED'>>

/**
 * Makes pictures of what people upload: upright, in sRGB, without anything the file told besides (place, camera, thumbnails); of
 * a moving picture the first frame. PICTURE_REFUSED for what is no whole picture of a type that is taken; RATE_LIMITED while too
 * many wait.
 */
export interface Pictures {
  /** A square WebP. */
  toAvatar: Make
  /** A WebP of its own shape, transparent where it was, no larger than the header can show at twice its density. */
  toLogo: Make
  /** The same as PNG, of what `toLogo` has made: many mail programs show no WebP. */
  toMailLogo: Make
  /** A square PNG, which every browser and every home screen takes; what is not square gets transparent edges. */
  toFavicon: Make
  /** One WebP for each width that pages ask for and the picture has, the widest last. */
  toCover: (bytes: Buffer) => Promise<Result<SizedUpload[], 'PICTURE_REFUSED' | 'RATE_LIMITED'>>
}

const AVATAR_PIXELS = 256
const LOGO_PIXELS = { width: 640, height: 160 }
/** What phones ask for; browsers make their own smaller ones of it. */
const FAVICON_PIXELS = 180
/** A phone's card, a desktop's card or a phone's page, a desktop's page. */
const COVER_WIDTHS = [640, 1280, 1920]
const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 }
/** Checked before anything is unpacked: a picture of 40 megapixels takes 160 MB. */
const MOST_PIXELS = 40_000_000
const LONGEST_SECONDS = 10
/** Each may take those 160 MB. */
const AT_ONCE = 2
const MOST_WAITING = 20
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

export function createPictures(): Pictures {
  const turns = createTurns({ atOnce: AT_ONCE, mostWaiting: MOST_WAITING })
  const by =
    (recipe: Recipe): Make =>
    async (bytes) => {
      const made = await turns.run(() => makePicture(bytes, recipe))
      if (made === 'too many') return fail('RATE_LIMITED', { retryAfterSeconds: RETRY_AFTER_SECONDS })
      return made ? succeed(nameUpload(Uint8Array.from(made), recipe.type)) : fail('PICTURE_REFUSED')
    }
  const toCover: Pictures['toCover'] = async (bytes) => {
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

/** Nothing is made larger than it was. */
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
    made ? [{ ...size, upload: nameUpload(Uint8Array.from(made), 'webp') }] : [],
  )
}

const coverRecipe = (width: number): Recipe => ({
  type: 'webp',
  cook: (picture) => picture.resize({ width, withoutEnlargement: true }).webp({ quality: 80, effort: 4 }),
})

async function makePicture(bytes: Buffer, { cook }: Recipe): Promise<Buffer | undefined> {
  const type = readPictureType(bytes)
  if (!type) return undefined
  // With the first picture: not every node gets one, and the library is large.
  const { default: sharp } = await import('sharp')
  try {
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', animated: false })
    const { format } = await picture.metadata()
    if (format !== type) return undefined
    return await cook(picture.timeout({ seconds: LONGEST_SECONDS }).autoOrient()).toBuffer()
  } catch {
    // Whatever sharp finds wrong, it finds in the file.
    return undefined
  }
}
