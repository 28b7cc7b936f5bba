import { fail } from '#contracts/errors.ts'
import { succeed, type Result } from '#model/result.ts'
import { readPictureType } from './picture-type.ts'
import { createTurns } from './take-turns.ts'

/** Makes pictures of what people upload. */
export interface Pictures {
  /**
   * A square WebP, upright, without anything the file told besides (place, camera, thumbnails); of a moving picture the first
   * frame. PICTURE_REFUSED for what is no whole picture of a type that is taken; RATE_LIMITED while too many wait.
   */
  toAvatar: (bytes: Buffer) => Promise<Result<Buffer, 'PICTURE_REFUSED' | 'RATE_LIMITED'>>
}

const AVATAR_PIXELS = 256
/** Checked before anything is unpacked: a picture of 40 megapixels takes 160 MB. */
const MOST_PIXELS = 40_000_000
const LONGEST_SECONDS = 10
/** Each may take those 160 MB. */
const AT_ONCE = 2
const MOST_WAITING = 20
const RETRY_AFTER_SECONDS = 10

export function createPictures(): Pictures {
  const turns = createTurns({ atOnce: AT_ONCE, mostWaiting: MOST_WAITING })
  return {
    toAvatar: async (bytes) => {
      const made = await turns.run(() => makeAvatar(bytes))
      if (made === 'too many') return fail('RATE_LIMITED', { retryAfterSeconds: RETRY_AFTER_SECONDS })
      return made ? succeed(made) : fail('PICTURE_REFUSED')
    },
  }
}

async function makeAvatar(bytes: Buffer): Promise<Buffer | undefined> {
  const type = readPictureType(bytes)
  if (!type) return undefined
  // With the first picture: not every node gets one, and the library is large.
  const { default: sharp } = await import('sharp')
  try {
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', animated: false })
    const { format } = await picture.metadata()
    if (format !== type) return undefined
    return await picture
      .timeout({ seconds: LONGEST_SECONDS })
      .autoOrient()
      .resize(AVATAR_PIXELS, AVATAR_PIXELS, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer()
  } catch {
    // Whatever sharp finds wrong, it finds in the file.
    return undefined
  }
}
