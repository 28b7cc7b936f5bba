import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { BankFileFormat } from '#model/money/bank-files.ts'
import type { Context } from '#server/context.ts'
import { insertOperatorChange } from '#server/people/operators/operator-rows.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import { findBankFileContent } from './bank-file-rows.ts'

const decompress = promisify(gunzip)

export interface BankFileContent {
  format: BankFileFormat
  createdAt: Date
  bytes: Uint8Array<ArrayBuffer>
}

/**
 * Returns the stored file, and logs the download because the file contains account numbers. Throws if the stored content was
 * modified.
 */
export async function readBankFile(
  context: Context,
  { id, operatorId }: { id: string; operatorId: string },
): Promise<BankFileContent | undefined> {
  const row = isUuid(id) ? await findBankFileContent(context.db, id) : undefined
  if (!row) return undefined
  const { format, createdAt, checksum } = row
  const bytes = await decompress(context.encryption.decrypt(row.content, { table: 'bank_files', id }))
  if (hash('sha256', bytes, 'hex') !== checksum) throw new Error(`The bank file ${id} was modified.`)
  await insertOperatorChange(context.db, {
    accountId: operatorId,
    action: 'bank_file.downloaded',
    subjectId: id,
    now: new Date(context.clock.now()),
  })
  return { format, createdAt, bytes: Uint8Array.from(bytes) }
}
