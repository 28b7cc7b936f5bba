/**
 * Where uploaded files are kept. A name is the hash of what is in the file (`isUploadName`): whoever puts the same again changes
 * nothing, and what a name stands for never changes.
 */
export interface UploadStore {
  put: (name: string, bytes: Uint8Array) => Promise<void>
  /** Undefined when there is no such file. */
  read: (name: string) => Promise<Buffer<ArrayBuffer> | undefined>
  /** Without complaint when there is none. */
  remove: (name: string) => Promise<void>
}

/** No other name reaches a store: nothing that could lead out of its folder. */
export const isUploadName = (name: string): boolean => /^[\da-f]{64}\.webp$/.test(name)
