import { listOperatorLog, operatorLogSelection } from '#contracts/operator/audit.ts'
import { fail } from '#contracts/platform/errors.ts'
import type { Context } from '#server/context.ts'
import { authenticateOperator, type ApiRequest } from '#server/http/callers.ts'
import { toEnvelope } from '#server/http/envelope.ts'
import { refuseInput } from '#server/http/parse-request.ts'
import { withSlowReads } from '#server/http/bindings/endpoint.ts'
import { toOperatorLogSearch } from '#server/people/operators/list-operator-log.ts'
import { isOperator } from '#server/people/operators/operator-rows.ts'
import { operatorLogTables } from '#server/reports/exports/operator-log-table.ts'
import { tableCsv } from '#server/reports/exports/table-csv.ts'
import { createGuardedStream } from '#server/http/answers/guarded-stream.ts'

/** Route that sends the operators' log as CSV, with the list's filters. */
export const OPERATOR_LOG_FILE = {
  method: 'GET',
  path: `${listOperatorLog.path}/export.csv`,
  contract: listOperatorLog,
} as const

export async function answerOperatorLog(context: Context, request: ApiRequest): Promise<Response> {
  const known = await authenticateOperator(context, request)
  if (!known.success) return toEnvelope(known)
  const filter = operatorLogSelection.safeParse(request.req.query())
  if (!filter.success) return toEnvelope(refuseInput(filter.error))
  const search = toOperatorLogSearch(filter.data)
  if (!search) return toEnvelope(fail('NOT_FOUND'))
  const { account, client } = known.data
  const guarded = {
    client,
    isAllowed: () => isOperator(context.db, account.id),
    parts: tableCsv(operatorLogTables(withSlowReads(context), search)),
  }
  return new Response(await createGuardedStream(context, guarded), {
    headers: {
      'Cache-Control': 'private, no-store',
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="operator-log.csv"',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
