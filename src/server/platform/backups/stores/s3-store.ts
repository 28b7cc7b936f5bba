import {
  createS3Client,
  type SendToS3,
  type S3RetryOptions,
  type S3Settings,
} from '#server/platform/uploads/s3-client.ts'
import { isUploadStoreDown } from '#server/platform/uploads/upload-store.ts'
import { BackupStoreDown, ObjectExists, type BackupStore, type StoredObject } from './store.ts'

/** Objects have up to 8 MB, which must also fit through slow connections. */
const RETRY: S3RetryOptions = { tries: 5, tryMs: 60_000, pauseMs: 500 }

/** Creates a store that keeps objects in an S3 bucket under `prefix`. */
export function createS3Store(
  settings: S3Settings & { prefix: string },
  retry: S3RetryOptions = RETRY,
): BackupStore {
  const root = settings.prefix ? `${settings.prefix}/` : ''
  const client = createS3Client({ ...settings, settingPrefix: 'BACKUP_' }, retry)
  const ask: SendToS3 = (request) => client(request).catch(rethrow)
  const list: BackupStore['list'] = async (prefix) => {
    const pages = await listAll(ask, { prefix: root + prefix })
    return pages.flatMap(objectsIn).map((each) => ({ ...each, name: each.name.slice(root.length) }))
  }
  const remove: BackupStore['remove'] = async (name) => {
    await ask({ method: 'DELETE', path: `/${root}${name}` })
  }
  return {
    place: `s3://${settings.bucket}/${root}`,
    put: async (name, bytes) => {
      const path = `/${root}${name}`
      if (await ask({ method: 'HEAD', path })) throw new ObjectExists(name)
      const stored = await ask({ method: 'PUT', path, bytes, type: 'application/octet-stream' })
      if (!stored) throw new BackupStoreDown(`${settings.endpoint} has no place for files.`)
    },
    expectRoom: () => Promise.resolve(),
    read: (name) => ask({ method: 'GET', path: `/${root}${name}` }),
    list,
    listFolders: async (prefix) => {
      const pages = await listAll(ask, { prefix: root + prefix, delimiter: '/' })
      return pages.flatMap(foldersIn).map((folder) => folder.slice(root.length + prefix.length, -1))
    },
    remove,
    removeAll: async (prefix) => {
      for (const { name } of await list(prefix)) await remove(name)
    },
  }
}

function rethrow(error: unknown): never {
  if (!isUploadStoreDown(error)) throw error
  throw new BackupStoreDown(error.message, { cause: error })
}

async function listAll(ask: SendToS3, listed: Record<string, string>): Promise<string[]> {
  const pages: string[] = []
  let more: string | undefined = ''
  while (more !== undefined) {
    const query = new URLSearchParams({
      'list-type': '2',
      ...listed,
      ...(more ? { 'continuation-token': more } : {}),
    })
    const page: string = (await ask({ method: 'GET', path: `?${query}` }))?.toString() ?? ''
    pages.push(page)
    more = textOf('NextContinuationToken', page)?.replaceAll('&amp;', '&')
  }
  return pages
}

const objectsIn = (page: string): StoredObject[] =>
  page
    .split('<Contents>')
    .slice(1)
    .map((object) => ({
      name: textOf('Key', object) ?? '',
      bytes: Number(textOf('Size', object)),
      storedAt: new Date(textOf('LastModified', object) ?? ''),
    }))

/** Extracts the common prefixes (folders) of a page. */
const foldersIn = (page: string): string[] =>
  page
    .split('<CommonPrefixes>')
    .slice(1)
    .flatMap((each) => textOf('Prefix', each) ?? [])

const textOf = (tag: string, xml: string): string | undefined =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]
