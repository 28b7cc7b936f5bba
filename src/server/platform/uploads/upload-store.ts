import { hash } from 'node:crypto'

/**
 * Stores uploaded files. Files never change, because a file's name is the hash of its content (`isUploadName`). All
 * calls may throw `UploadStoreDown`.
 */
export interface UploadStore {
  put: (upload: Upload) => Promise<void>
  has: (name: string) => Promise<boolean>
  read: (name: string) => Promise<Buffer<ArrayBuffer> | undefined>
  /** Removes a file. Also succeeds when the file doesn't exist. */
  remove: (name: string) => Promise<void>
  listOld: (before: Date) => AsyncIterable<string[]>
}

/** Thrown when the store doesn't respond or rejects Foyer's credentials. The message says what to check. */
export class UploadStoreDown extends Error {
  override name = 'UploadStoreDown'
}

/**
 * True for an `UploadStoreDown`. Doesn't use `instanceof`, because the built pages contain their own copy of the class,
 * while the server throws its own.
 */
export const isUploadStoreDown = (error: unknown): error is UploadStoreDown =>
  error instanceof Error && error.name === 'UploadStoreDown'

const TYPES = { png: 'image/png', webp: 'image/webp' } as const

export interface Upload {
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

export const toUpload = (bytes: Uint8Array<ArrayBuffer>, type: keyof typeof TYPES): Upload => ({
  name: `${hash('sha256', bytes)}.${type}`,
  bytes,
})

/** False for names that must not be passed to a store; prevents path traversal. */
export const isUploadName = (name: string): boolean => /^[\da-f]{64}\.(?:png|webp)$/.test(name)

export const uploadMimeType = (name: string): string => (name.endsWith('.png') ? TYPES.png : TYPES.webp)
