export interface StoredObject {
  name: string
  bytes: number
  storedAt: Date
}

/**
 * Stores the objects of backups. Objects never change: `put` throws `ObjectExists` when the name exists. Names are
 * paths of letters, digits, `.`, `_` and `-`. All calls may throw `BackupStoreDown`.
 */
export interface BackupStore {
  /** Location of the store, for messages. */
  place: string
  /** Resolves when the object is complete and durable. */
  put: (name: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>
  /** Checks the free space. Throws `NoRoom` when there isn't enough room for this many bytes. */
  expectRoom: (bytes: number) => Promise<void>
  read: (name: string) => Promise<Buffer<ArrayBuffer> | undefined>
  /** Returns objects whose names start with `prefix`, which ends with a slash. */
  list: (prefix: string) => Promise<StoredObject[]>
  /** Returns the names of the folders directly below `prefix`, which is empty or ends with a slash. */
  listFolders: (prefix: string) => Promise<string[]>
  /** Removes an object. Also succeeds when the object doesn't exist. */
  remove: (name: string) => Promise<void>
  /** Removes everything below `prefix`, which ends with a slash, including files left by an interrupted `put`. */
  removeAll: (prefix: string) => Promise<void>
}

/** Thrown when the store doesn't respond or refuses the request. The message says what to check. */
export class BackupStoreDown extends Error {
  override name = 'BackupStoreDown'
}

/** Thrown when the store is on the disk of the data and there isn't enough room for the object. */
export class NoRoom extends BackupStoreDown {
  override name = 'NoRoom'
}

/** Thrown when the store already has an object with this name. */
export class ObjectExists extends BackupStoreDown {
  override name = 'ObjectExists'

  constructor(name: string) {
    super(`The backup already has an object ${name}: another installation writes to the same location.`)
  }
}
