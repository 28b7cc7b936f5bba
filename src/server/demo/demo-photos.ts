import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toUpload, type Upload, type UploadStore } from '#server/platform/uploads/upload-store.ts'

export interface DemoPhoto {
  slug: string
  /** `cover`, `poster` or `gallery-1`. */
  place: string
  width: number
  height: number
  upload: Upload
}

const FOLDER = join(import.meta.dirname, 'photos')

/**
 * Lists the photographs, widest last. `scripts/render-demo-photos.ts` renders them as `<slug>-<width>x<height>.webp`
 * and `<slug>.<place>-…`.
 */
export function readDemoPhotos(): DemoPhoto[] {
  return readdirSync(FOLDER)
    .flatMap((file) => {
      const [, slug, place = 'cover', width, height] =
        /^([a-z\d-]+)(?:\.([a-z\d-]+))?-(\d+)x(\d+)\.webp$/.exec(file) ?? []
      if (slug === undefined) return []
      const bytes = Uint8Array.from(readFileSync(join(FOLDER, file)))
      return [{ slug, place, width: Number(width), height: Number(height), upload: toUpload(bytes, 'webp') }]
    })
    .toSorted((one, other) => one.width - other.width)
}

/**
 * Returns a store that also contains the demo photographs, which are read from the project's files and never written or
 * deleted.
 */
export function withDemoPhotos(store: UploadStore): UploadStore {
  let photos: Map<string, Buffer<ArrayBuffer>> | undefined
  const find = (name: string): Buffer<ArrayBuffer> | undefined => {
    photos ??= new Map(
      readDemoPhotos().map(({ upload }) => [upload.name, Buffer.from(upload.bytes.buffer)] as const),
    )
    return photos.get(name)
  }
  return {
    ...store,
    has: async (name) => find(name) !== undefined || (await store.has(name)),
    read: async (name) => find(name) ?? (await store.read(name)),
  }
}
