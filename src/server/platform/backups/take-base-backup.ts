import type { PassThrough } from 'node:stream'
import type { ClientConfig } from 'pg'
import type { Clock } from '#server/context.ts'
import { APP_VERSION } from '#server/platform/app-version.ts'
import type { Archive } from './archive.ts'
import type { Manifest } from './manifest.ts'
import { connectReplication, type BasePace } from './replication.ts'

/** Number of bytes of the tar file per part, before compression. */
const PART_BYTES = 8 * 1024 ** 2

export interface BaseBackupRequest {
  archive: Archive
  connection: ClientConfig
  clock: Clock
  serverVersion: string
  /** Names of the uploads that the archive has. */
  uploads: readonly string[]
  /** Generated key that encrypts secrets in the database; '' when the key is a setting. */
  encryptionKey: string
  pace: BasePace
  signal?: AbortSignal
}

/**
 * Takes a base backup of the running server. Removes the base when it fails. An interrupted base has no manifest and
 * is ignored.
 */
export async function takeBaseBackup(request: BaseBackupRequest): Promise<Manifest> {
  const { archive, connection, clock, pace, signal } = request
  const replication = await connectReplication(connection)
  signal?.addEventListener('abort', replication.close, { once: true })
  try {
    const startedAt = clock.now()
    const { systemId, timeline } = await replication.identify()
    const id = `${new Date(startedAt).toISOString().replaceAll(/[-:.]/g, '')}-${timeline}`
    const { tar, position } = replication.takeBase(pace)
    const work = [storeParts(archive, id, tar), position] as const
    const [parts, reached] = await Promise.all(work).catch(async (error: unknown) => {
      // Stops pending work, so that no part is stored after the removal.
      replication.close()
      await Promise.allSettled(work)
      await archive.removeBase(id).catch(() => undefined)
      throw error
    })
    const content: Manifest = {
      id,
      systemId,
      ...reached,
      startedAt,
      finishedAt: clock.now(),
      foyerVersion: APP_VERSION,
      serverVersion: request.serverVersion,
      ...parts,
      uploads: [...request.uploads],
      encryptionKey: archive.isEncrypted ? request.encryptionKey : '',
    }
    await archive.putManifest(content)
    return content
  } finally {
    signal?.removeEventListener('abort', replication.close)
    replication.close()
  }
}

async function storeParts(
  archive: Archive,
  id: string,
  tar: PassThrough,
): Promise<Pick<Manifest, 'parts' | 'tarBytes'>> {
  const parts: Manifest['parts'] = []
  let tarBytes = 0
  for await (const plain of inParts(tar)) {
    parts.push(await archive.putPart(id, parts.length, plain))
    tarBytes += plain.length
  }
  return { parts, tarBytes }
}

async function* inParts(tar: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of tar) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes < PART_BYTES) continue
    yield Buffer.concat(chunks)
    chunks = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(chunks)
}
