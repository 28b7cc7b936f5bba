import { hash } from 'node:crypto'

/**
 * Where uploaded files are kept. A name is the hash of what is in the file (`isUploadName`): whoever puts the same again changes
 * nothing, and what a name stands for never changes. Every call throws `UploadStoreDown` when the store can't be used.
 */
export interface UploadStore {
  put: (upload: Upload) => Promise<void>
  has: (name: string) => Promise<boolean>
  /** Undefined when there is no such file. */
  read: (name: string) => Promise<Buffer<ArrayBuffer> | undefined>
  /** Without complaint when there is none. */
  remove: (name: string) => Promise<void>
  /** The names of files that were last put before then, some at a time. */
  listOld: (before: Date) => AsyncIterable<string[]>
}

/** The store does not answer, or refuses Foyer itself. The message says what to look at. */
export class UploadStoreDown extends Error {
  override name = 'UploadStoreDown'
}

/** What is made here of what people upload, by the ends of their names. Nothing else is served. */
const TYPES = { png: 'image/png', webp: 'image/webp' } as const

export interface Upload {
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

export const nameUpload = (bytes: Uint8Array<ArrayBuffer>, type: keyof typeof TYPES): Upload => ({
  name: `${hash('sha256', bytes)}.${type}`,
  bytes,
})

/** No other name reaches a store: nothing that could lead out of its folder. */
export const isUploadName = (name: string): boolean => /^[\da-f]{64}\.(?:png|webp)$/.test(name)

/** The content type of the file of that name. */
export const uploadType = (name: string): string => (name.endsWith('.png') ? TYPES.png : TYPES.webp)
