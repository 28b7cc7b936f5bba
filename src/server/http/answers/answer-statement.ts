import { fail } from '#contracts/platform/errors.ts'
import { idParams } from '#contracts/platform/params.ts'
import type { Context } from '#server/context.ts'
import { readStatement, type Statement } from '#server/money/statements/read-statement.ts'
import { statementCsv } from '#server/money/statements/statement-csv.ts'
import { writeStatement } from '#server/money/statements/write-statement.ts'
import { authenticateMember, type ApiRequest } from '#server/http/callers.ts'
import { toEnvelope } from '#server/http/envelope.ts'
import { refuseInput } from '#server/http/parse-request.ts'

export const STATEMENT_FORMATS = ['csv', 'pdf'] as const
type Format = (typeof STATEMENT_FORMATS)[number]

export const statementRoute = (format: Format): { method: 'GET'; path: string } => ({
  method: 'GET',
  path: `/api/staff/{id}/earnings/statement.${format}`,
})

/**
 * Sends a statement for the days from `?from` to `?to` (YYYY-MM-DD) to the member or the promoter's managers. Errors use the
 * envelope.
 */
export async function answerStatement(
  context: Context,
  request: ApiRequest,
  format: Format,
): Promise<Response> {
  const known = await authenticateMember(context, request, { permission: 'staff:access' })
  if (!known.success) return toEnvelope(known)
  const params = idParams.safeParse(request.req.param())
  if (!params.success) return toEnvelope(refuseInput(params.error))
  const { from, to } = request.req.query()
  const statement = await readStatement(context, {
    ...known.data,
    params: params.data,
    query: { from, to },
  })
  if (!statement.success) return toEnvelope(statement)
  const body = await draw(context, statement.data, format)
  if (body === undefined) return toEnvelope(fail('UNAVAILABLE'))
  const span = [statement.data.from, statement.data.to].filter(Boolean).join('-')
  return new Response(body, {
    headers: {
      'Cache-Control': 'private, no-store',
      'Content-Type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/pdf',
      'Content-Disposition': `attachment; filename="statement${span && `-${span}`}.${format}"`,
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

async function draw(
  context: Context,
  statement: Statement,
  format: Format,
): Promise<string | Uint8Array<ArrayBuffer> | undefined> {
  if (format === 'csv') return statementCsv(statement)
  const now = new Date(context.clock.now())
  return context.invoicePdfs.draw(async () => writeStatement(statement, now), now)
}
