import { parsePieceName, pieceName, type WalPiece } from '#model/platform/backups/wal.ts'
import type { Config } from '#server/platform/config.ts'
import { backupTarget, openBackupStore } from './stores/open-store.ts'
import { type BackupStore } from './stores/store.ts'
import { parseManifest, type Manifest } from './manifest.ts'
import { BackupUnusable, createSealer, type Sealer } from './seal.ts'

/** A piece of the WAL in the archive. */
export interface StoredPiece extends WalPiece {
  name: string
  bytes: number
  storedAt: Date
}

/** The backups of one database cluster: base backups, WAL and uploads. */
export interface Archive {
  place: string
  isEncrypted: boolean
  /** Checks the free space. Throws `NoRoom` when there isn't enough room for this many bytes. */
  expectRoom: (bytes: number) => Promise<void>
  putPart: (base: string, index: number, plain: Uint8Array) => Promise<{ name: string; bytes: number }>
  putManifest: (content: Manifest) => Promise<void>
  listManifests: () => Promise<Manifest[]>
  /** Ids of all base backups, complete or not. */
  listBaseIds: () => Promise<string[]>
  removeBase: (id: string) => Promise<void>
  putPiece: (piece: WalPiece, plain: Uint8Array) => Promise<void>
  listPieces: () => Promise<StoredPiece[]>
  putUpload: (name: string, bytes: Uint8Array) => Promise<void>
  listUploads: () => Promise<{ name: string; storedAt: Date }[]>
  /** Reads an object by its stored name. Throws `BackupUnusable` if it is missing or damaged. */
  read: (name: string) => Promise<Buffer<ArrayBuffer>>
  readUpload: (name: string) => Promise<Buffer<ArrayBuffer>>
  remove: (name: string) => Promise<void>
  removeUpload: (name: string) => Promise<void>
}

const MANIFEST = 'manifest'

/**
 * Creates the archive of a cluster in a store. `systemId`: the identifier that initdb gave the cluster. A restored
 * cluster keeps it.
 */
export function createArchive(store: BackupStore, sealer: Sealer, systemId: string): Archive {
  const objects = createObjects(store, sealer)
  return {
    place: store.place,
    isEncrypted: sealer.isEncrypted,
    expectRoom: store.expectRoom,
    read: objects.read,
    remove: store.remove,
    ...createBases(store, objects, `${systemId}/bases/`),
    ...createLog(store, objects, `${systemId}/wal/`),
    ...createUploads(store, objects, `${systemId}/uploads/`),
  }
}

type Objects = ReturnType<typeof createObjects>

/** Reads and writes sealed objects in a store. */
const createObjects = (store: BackupStore, sealer: Sealer) => ({
  put: async (name: string, plain: Uint8Array): Promise<{ name: string; bytes: number }> => {
    const sealed = await sealer.seal(name, plain)
    await store.put(name, sealed)
    return { name, bytes: sealed.length }
  },
  find: async (name: string): Promise<Buffer<ArrayBuffer> | undefined> => {
    const sealed = await store.read(name)
    return sealed && sealer.open(name, sealed)
  },
  read: async (name: string): Promise<Buffer<ArrayBuffer>> => {
    const sealed = await store.read(name)
    if (!sealed) throw new BackupUnusable(`The file ${name} of the backup is missing.`)
    return sealer.open(name, sealed)
  },
})

type Bases = Pick<Archive, 'putPart' | 'putManifest' | 'listManifests' | 'listBaseIds' | 'removeBase'>

const createBases = (store: BackupStore, objects: Objects, folder: string): Bases => ({
  putPart: (base, index, plain) => objects.put(`${folder}${base}/${String(index).padStart(6, '0')}`, plain),
  putManifest: async (content) => {
    await objects.put(`${folder}${content.id}/${MANIFEST}`, Buffer.from(JSON.stringify(content)))
  },
  listManifests: async () => {
    const ids = await store.listFolders(folder)
    const read = async (id: string): Promise<Manifest[]> => {
      const content = await objects.find(`${folder}${id}/${MANIFEST}`)
      return content ? [parseManifest(id, content.toString())] : []
    }
    return (await Promise.all(ids.map(read))).flat()
  },
  listBaseIds: () => store.listFolders(folder),
  removeBase: async (id) => {
    // The manifest is removed first, so that an interrupted removal leaves an incomplete base, which is never
    // restored.
    await store.remove(`${folder}${id}/${MANIFEST}`)
    await store.removeAll(`${folder}${id}/`)
  },
})

const createLog = (
  store: BackupStore,
  objects: Objects,
  folder: string,
): Pick<Archive, 'putPiece' | 'listPieces'> => ({
  putPiece: async (piece, plain) => {
    await objects.put(folder + pieceName(piece), plain)
  },
  listPieces: async () => {
    const stored = await store.list(folder)
    return stored.flatMap((object) => {
      const piece = parsePieceName(object.name.slice(folder.length))
      return piece ? [{ ...piece, ...object }] : []
    })
  },
})

type Uploads = Pick<Archive, 'putUpload' | 'listUploads' | 'readUpload' | 'removeUpload'>

const createUploads = (store: BackupStore, objects: Objects, folder: string): Uploads => ({
  putUpload: async (name, bytes) => {
    await objects.put(folder + name, bytes)
  },
  listUploads: async () => {
    const stored = await store.list(folder)
    return stored.map(({ name, storedAt }) => ({ name: name.slice(folder.length), storedAt }))
  },
  readUpload: (name) => objects.read(folder + name),
  removeUpload: (name) => store.remove(folder + name),
})

/**
 * Opens the archive of the cluster with this `systemId`, or else of the only cluster in the store. Throws
 * `BackupUnusable` when there isn't exactly one.
 */
export async function findArchive(store: BackupStore, sealer: Sealer, systemId?: string): Promise<Archive> {
  const found = (await store.listFolders('')).filter((name) => /^\d+$/.test(name))
  const [only, ...others] = systemId === undefined ? found : found.filter((name) => name === systemId)
  if (only === undefined) throw new BackupUnusable(`There is no backup at ${store.place}.`)
  if (others.length > 0)
    throw new BackupUnusable(
      `There are backups of several databases at ${store.place}. Choose one with --system: ${found.join(', ')}.`,
    )
  return createArchive(store, sealer, only)
}

/**
 * Returns the sealer for the objects at a backup location. The default folder may have backups that were made before
 * BACKUP_KEY was set.
 */
export function createSealerFor(config: Config, to?: string): Sealer {
  const target = backupTarget(config, to)
  return createSealer(config, { opensUnencrypted: target.kind === 'folder' && target.isDefault })
}

/** Opens the archive of the cluster. Undefined when backups are turned off. `to` replaces BACKUP_TO. */
export function openArchive(config: Config, systemId: string, to?: string): Archive | undefined {
  const store = openBackupStore(config, to)
  return store && createArchive(store, createSealerFor(config, to), systemId)
}
