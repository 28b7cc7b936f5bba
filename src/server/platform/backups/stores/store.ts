export interface StoredObject {
  name: string
  bytes: number
  storedAt: Date
}

/**
 * Keeps the objects of backups. Objects never change: `put` throws `ObjectExists` if the name exists. Names are paths of letters, digits,
 * `.`, `_` and `-`. All calls may throw `BackupStoreDown`.
 */
export interface BackupStore {
  /** Location, for messages. */
  place: string
  /** Resolves when the object is complete and durable. */
  put: (name: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>
  /** Throws `NoRoom` if so many bytes can't be stored. */
  expectRoom: (bytes: number) => Promise<void>
  read: (name: string) => Promise<Buffer<ArrayBuffer> | undefined>
  /** Objects whose names begin with `prefix`, which ends with a slash. */
  list: (prefix: string) => Promise<StoredObject[]>
  /** Names of the folders directly below `prefix`, which is empty or ends with a slash. */
  listFolders: (prefix: string) => Promise<string[]>
  /** Succeeds also when there is no such object. */
  remove: (name: string) => Promise<void>
  /** Removes everything below `prefix`, which ends with a slash, also what an interrupted `put` has left. */
  removeAll: (prefix: string) => Promise<void>
}

/** The store doesn't respond or refuses. The message says what to check. */
export class BackupStoreDown extends Error {
  override name = 'BackupStoreDown'
}

/** The store is on the disk of the data, and storing more would leave too little for them. */
export class NoRoom extends BackupStoreDown {
  override name = 'NoRoom'
}

/** The store has an object of this name already. */
export class ObjectExists extends BackupStoreDown {
  override name = 'ObjectExists'

  constructor(name: string) {
    super(`The backup has an object ${name} already: another install writes to the same place.`)
  }
}
