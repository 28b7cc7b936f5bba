import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import type { Sharp } from 'sharp'
import { SHARE_SIZE, shareImageSvg, type Outline, type ShareSubject } from '#model/catalog/share-image.ts'
import { uploadNameIn } from '#server/platform/uploads/delete-unused-upload.ts'
import type { UploadStore } from '#server/platform/uploads/upload-store.ts'
import { loadGlyphOutlines } from './glyph-outlines.ts'

export interface ShareImages {
  /**
   * Returns an image of 1200 × 630 pixels: a JPEG of the event's cover, otherwise a rendered PNG. Undefined when too many
   * images are being rendered.
   */
  get: (subject: ShareSubject) => Promise<ShareImage | undefined>
}

export interface ShareImage {
  type: 'image/jpeg' | 'image/png'
  bytes: Buffer<ArrayBuffer>
}

const MAX_CACHED = 200
const MAX_WAITING = 20

export const shareVersion = (subject: ShareSubject): string =>
  createHash('sha256').update(JSON.stringify(subject)).digest('hex').slice(0, 12)

export function createShareImages(uploads: Pick<UploadStore, 'read'>): ShareImages {
  const kept = new LRUCache<string, Promise<ShareImage>>({ max: MAX_CACHED })
  // Renders one image at a time, so that the processor is free for page requests.
  const queue = new PQueue({ concurrency: 1 })
  let outline: Promise<Outline> | undefined
  const make = async (subject: ShareSubject): Promise<ShareImage> => {
    // `sharp` is loaded on first use, because the library is large and not every process renders images.
    const { default: sharp } = await import('sharp')
    const photo = subject.cover && (await uploads.read(uploadNameIn(subject.cover.url) ?? ''))
    if (subject.cover && photo)
      return { type: 'image/jpeg', bytes: await cutOut(sharp(photo), subject.cover.focus) }
    outline ??= loadGlyphOutlines()
    const svg = shareImageSvg(subject, await outline)
    const png = await sharp(Buffer.from(svg)).png({ palette: true, quality: 90 }).toBuffer()
    return { type: 'image/png', bytes: Buffer.from(png) }
  }
  return {
    get: async (subject) => {
      const key = shareVersion(subject)
      const known = kept.get(key)
      if (known) return known
      if (queue.size + queue.pending >= MAX_WAITING) return undefined
      const picture = queue.add(() => make(subject))
      kept.set(key, picture)
      picture.catch(() => kept.delete(key))
      return picture
    },
  }
}

/** Returns the largest crop with the target's aspect ratio, placed by the focal point like CSS's `object-position`. */
async function cutOut(picture: Sharp, focus: { x: number; y: number }): Promise<Buffer<ArrayBuffer>> {
  const { width, height } = await picture.metadata()
  const scale = Math.max(SHARE_SIZE.width / width, SHARE_SIZE.height / height)
  const whole = { width: Math.ceil(width * scale), height: Math.ceil(height * scale) }
  const at = (percent: number, room: number): number => Math.round((room * percent) / 100)
  const cut = picture.resize({ ...whole, fit: 'fill' }).extract({
    left: at(focus.x, whole.width - SHARE_SIZE.width),
    top: at(focus.y, whole.height - SHARE_SIZE.height),
    ...SHARE_SIZE,
  })
  return Buffer.from(await cut.flatten().jpeg({ quality: 82, mozjpeg: true }).toBuffer())
}
