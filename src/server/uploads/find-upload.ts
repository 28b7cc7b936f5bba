import { fail } from '#contracts/errors.ts'
import { succeed, type Result } from '#model/result.ts'
import type { Context } from '../context.ts'
import { isUploadName } from './upload-store.ts'

/** The file of that name, whoever asks: names can't be guessed, and what is uploaded is shown to everybody. */
export async function findUpload(
  context: Context,
  name: string,
): Promise<Result<Buffer<ArrayBuffer>, 'NOT_FOUND'>> {
  const bytes = isUploadName(name) ? await context.uploads.read(name) : undefined
  return bytes ? succeed(bytes) : fail('NOT_FOUND')
}
