import { createS3Client, type SendToS3, type S3RetryOptions, type S3Settings } from './s3-client.ts'
import { isUploadName, UploadStoreDown, uploadMimeType, type UploadStore } from './upload-store.ts'

const RETRY: S3RetryOptions = { tries: 3, tryMs: 4000, pauseMs: 150 }

/**
 * Stores files in an S3 bucket. The access key needs permission to get, put, delete and list; without list
 * permission, S3 responds with 403 for missing files.
 */
export function createS3Uploads(settings: S3Settings, retry: S3RetryOptions = RETRY): UploadStore {
  const ask = createS3Client(settings, retry)
  return {
    put: async ({ name, bytes }) => {
      const stored = await ask({ method: 'PUT', path: `/${name}`, bytes, type: uploadMimeType(name) })
      if (!stored) throw new UploadStoreDown(`${settings.endpoint} has no place for files.`)
    },
    has: async (name) => (await ask({ method: 'HEAD', path: `/${name}` })) !== undefined,
    read: (name) => ask({ method: 'GET', path: `/${name}` }),
    remove: async (name) => {
      await ask({ method: 'DELETE', path: `/${name}` })
    },
    listOld: (before) => listOld(ask, before),
  }
}

async function* listOld(ask: SendToS3, before: Date): AsyncGenerator<string[]> {
  let more: string | undefined = ''
  while (more !== undefined) {
    const query = new URLSearchParams({ 'list-type': '2', ...(more ? { 'continuation-token': more } : {}) })
    const found: string = (await ask({ method: 'GET', path: `?${query}` }))?.toString() ?? ''
    yield oldNames(found, before)
    more = textOf('NextContinuationToken', found)?.replaceAll('&amp;', '&')
  }
}

const oldNames = (list: string, before: Date): string[] =>
  list
    .split('<Contents>')
    .slice(1)
    .map((object) => ({
      name: textOf('Key', object) ?? '',
      at: Date.parse(textOf('LastModified', object) ?? ''),
    }))
    .filter(({ name, at }) => isUploadName(name) && at < before.getTime())
    .map(({ name }) => name)

const textOf = (tag: string, xml: string): string | undefined =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]
