import { fail } from '#contracts/platform/errors.ts'
import type { Context } from '#server/context.ts'
import { authenticateOperator, type ApiRequest } from '#server/http/callers.ts'
import { toEnvelope } from '#server/http/envelope.ts'
import { readBankFile } from '#server/money/bank-files/read-bank-file.ts'

export const BANK_FILE = { method: 'GET', path: '/api/operator/bank-files/{id}/file' } as const

const TYPES = {
  'pain.001': { type: 'application/xml; charset=utf-8', ending: 'xml' },
  csv: { type: 'text/csv; charset=utf-8', ending: 'csv' },
} as const

/** Sends a bank file to an operator. Errors use the envelope. */
export async function answerBankFile(context: Context, request: ApiRequest): Promise<Response> {
  const known = await authenticateOperator(context, request)
  if (!known.success) return toEnvelope(known)
  const id = request.req.param('id') ?? ''
  const file = await readBankFile(context, { id, operatorId: known.data.account.id })
  if (!file) return toEnvelope(fail('NOT_FOUND'))
  const { type, ending } = TYPES[file.format]
  const name = `payouts-${file.createdAt.toISOString().slice(0, 10)}-${id.slice(0, 8)}.${ending}`
  return new Response(file.bytes, {
    headers: {
      'Cache-Control': 'private, no-store',
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${name}"`,
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
