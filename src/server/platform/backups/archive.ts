import * as z from 'zod/mini'
import { parsePieceName, pieceName, type WalPiece } from '#model/platform/backups/wal.ts'
import type { Config } from '#server/platform/config.ts'
import { openBackupStore, type BackupStore } from './backup-store.ts'
import { BackupUnusable, createSealer, type Sealer } from './seal.ts'

/** Describes a base backup. Written last: a base without it is incomplete. */
const manifest = z.object({
  id: z.string(),
  systemId: z.string(),
  timeline: z.int(),
  startLsn: z.number(),
  stopLsn: z.number(),
  /** Milliseconds since the epoch. */
  startedAt: z.number(),
  finishedAt: z.number(),
  foyerVersion: z.string(),
  serverVersion: z.string(),
  /** Parts of the tar file, in order: size as stored. */
  parts: z.array(z.object({ name: z.string(), bytes: z.int() })),
  tarBytes: z.number(),
  uploads: z.array(z.string()),
  /** Generated key of the secrets in the database; only in encrypted backups, empty when it is a setting. */
  encryptionKey: z.string(),
})
export type Manifest = z.infer<typeof manifest>

/** A stored piece of the log. */
export interface StoredPiece extends WalPiece {
  name: string
  bytes: number
  storedAt: Date
}

/** The backups of one database cluster: its bases, log and uploads. */
export interface Archive {
  place: string
  isEncrypted: boolean
  putPart: (base: string, index: number, plain: Uint8Array) => Promise<{ name: string; bytes: number }>
  putManifest: (content: Manifest) => Promise<void>
  listManifests: () => Promise<Manifest[]>
  /** Ids of bases, complete or not. */
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

/** `systemId`: the identifier that initdb gave the cluster; a restored one keeps it. */
export function createArchive(store: BackupStore, sealer: Sealer, systemId: string): Archive {
  const [bases, wal, uploads] = ['bases/', 'wal/', 'uploads/'].map((part) => `${systemId}/${part}`) as [
    string,
    string,
    string,
  ]
  const put = async (name: string, plain: Uint8Array): Promise<{ name: string; bytes: number }> => {
    const sealed = await sealer.seal(name, plain)
    await store.put(name, sealed)
    return { name, bytes: sealed.length }
  }
  const read = async (name: string): Promise<Buffer<ArrayBuffer>> => {
    const sealed = await store.read(name)
    if (!sealed) throw new BackupUnusable(`The file ${name} of the backup is missing.`)
    return sealer.open(name, sealed)
  }
  const readManifest = async (id: string): Promise<Manifest[]> => {
    const name = `${bases}${id}/${MANIFEST}`
    const sealed = await store.read(name)
    if (!sealed) return []
    const text = (await sealer.open(name, sealed)).toString()
    const parsed = z.safeParse(manifest, JSON.parse(text))
    if (parsed.success) return [parsed.data]
    throw new BackupUnusable(`The backup ${id} was made by a version of Foyer that this one doesn’t know.`)
  }
  return {
    place: store.place,
    isEncrypted: sealer.isEncrypted,
    putPart: (base, index, plain) => put(`${bases}${base}/${String(index).padStart(6, '0')}`, plain),
    putManifest: async (content) => {
      await put(`${bases}${content.id}/${MANIFEST}`, Buffer.from(JSON.stringify(content)))
    },
    listManifests: async () => {
      const ids = await store.listFolders(bases)
      return (await Promise.all(ids.map(readManifest))).flat()
    },
    listBaseIds: () => store.listFolders(bases),
    removeBase: async (id) => {
      // The manifest first, so that an interrupted removal leaves an incomplete base.
      await store.remove(`${bases}${id}/${MANIFEST}`)
      for (const { name } of await store.list(`${bases}${id}/`)) await store.remove(name)
    },
    putPiece: async (piece, plain) => {
      await put(wal + pieceName(piece), plain)
    },
    listPieces: async () => {
      const objects = await store.list(wal)
      return objects.flatMap((object) => {
        const piece = parsePieceName(object.name.slice(wal.length))
        return piece ? [{ ...piece, ...object }] : []
      })
    },
    putUpload: async (name, bytes) => {
      await put(uploads + name, bytes)
    },
    listUploads: async () => {
      const objects = await store.list(uploads)
      return objects.map(({ name, storedAt }) => ({ name: name.slice(uploads.length), storedAt }))
    },
    read,
    readUpload: (name) => read(uploads + name),
    remove: store.remove,
    removeUpload: (name) => store.remove(uploads + name),
  }
}

/** Opens the archive of the only cluster in a store, or the named one. Throws `BackupUnusable` unless there is exactly one. */
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

/** Undefined when backups are off. `to` replaces BACKUP_TO. */
export function openArchive(config: Config, systemId: string, to?: string): Archive | undefined {
  const store = openBackupStore(config, to)
  return store && createArchive(store, createSealer(config), systemId)
}
