import { createHash } from 'node:crypto'
import { sharePictureSvg, type Outline, type ShareSubject } from '#model/share-picture.ts'
import { loadLetterShapes } from './letter-shapes.ts'

/** The pictures that go with shared links, made when they are first asked for and kept for a while. */
export interface SharePictures {
  /** A PNG of 1200 × 630; undefined while too many others are being made. */
  get: (subject: ShareSubject) => Promise<Buffer<ArrayBuffer> | undefined>
}

const MOST_KEPT = 200
const MOST_WAITING = 20

/** Changes with what the picture shows. */
export const shareVersion = (subject: ShareSubject): string =>
  createHash('sha256').update(JSON.stringify(subject)).digest('hex').slice(0, 12)

export function createSharePictures(): SharePictures {
  const kept = new Map<string, Promise<Buffer<ArrayBuffer>>>()
  let outline: Promise<Outline> | undefined
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  const make = async (subject: ShareSubject): Promise<Buffer<ArrayBuffer>> => {
    outline ??= loadLetterShapes()
    const svg = sharePictureSvg(subject, await outline)
    // With the first picture: not every node makes one, and the library is large.
    const { default: sharp } = await import('sharp')
    return Buffer.from(await sharp(Buffer.from(svg)).png({ palette: true, quality: 90 }).toBuffer())
  }
  /** One after the other: pages have the processor first. */
  const queue = (key: string, subject: ShareSubject): Promise<Buffer<ArrayBuffer>> => {
    waiting += 1
    const making = last.then(() => make(subject)).finally(() => (waiting -= 1))
    last = making.catch(() => kept.delete(key))
    return making
  }
  return {
    get: async (subject) => {
      const key = shareVersion(subject)
      const known = kept.get(key)
      if (!known && waiting >= MOST_WAITING) return undefined
      const picture = known ?? queue(key, subject)
      // Last in the map is the one asked for last.
      kept.delete(key)
      kept.set(key, picture)
      for (const oldest of kept.keys()) {
        if (kept.size <= MOST_KEPT) break
        kept.delete(oldest)
      }
      return picture
    },
  }
}
