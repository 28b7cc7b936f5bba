import { randomBytes } from 'node:crypto'
import type { Config } from '#server/platform/config.ts'
import { systemClock } from '#server/context.ts'
import { openUploads } from '#server/create-context.ts'
import { toUpload, isUploadStoreDown } from '#server/platform/uploads/upload-store.ts'
import { fineFinding, problemFinding, type Finding } from './findings.ts'

export async function checkUploads(config: Config): Promise<Finding[]> {
  const where = config.S3_ENDPOINT ? `the bucket ${config.S3_BUCKET}` : config.UPLOADS_DIR
  const store = openUploads(config, systemClock)
  const probe = toUpload(Uint8Array.from(randomBytes(32)), 'png')
  try {
    await store.put(probe)
    const read = await store.read(probe.name)
    await store.remove(probe.name)
    if (read?.equals(probe.bytes)) return [fineFinding(`Images can be stored in ${where}.`)]
    return [problemFinding(`An image stored in ${where} could not be read back.`)]
  } catch (error) {
    if (!isUploadStoreDown(error)) throw error
    return [problemFinding(`Images can’t be stored. ${error.message}`)]
  }
}
