import { reportName, REPORTS, type ReportName } from '#contracts/console/reports.ts'
import type { Context } from '#server/context.ts'
import { createReport } from '#server/reports/reports/get-report.ts'
import { reportCsv } from '#server/reports/reports/report-csv.ts'
import { authenticatePromoter, type ApiRequest } from '#server/http/callers.ts'
import { toEnvelope } from '#server/http/envelope.ts'
import { refuseInput } from '#server/http/parse-request.ts'
import { withSlowReads } from '#server/http/bindings/endpoint.ts'

export const REPORT_FILES: readonly ReportFile[] = Object.values(REPORTS).map((contract) => ({
  method: 'GET',
  path: `${contract.path}/export.csv`,
  contract,
}))

interface ReportFile {
  method: 'GET'
  path: string
  contract: (typeof REPORTS)[ReportName]
}

/** Sends a report as a file. Permissions and parameters are those of the report's endpoint. Errors use the envelope. */
export async function answerReport(
  context: Context,
  request: ApiRequest,
  { contract }: ReportFile,
): Promise<Response> {
  const known = await authenticatePromoter(context, request, contract)
  if (!known.success) return toEnvelope(known)
  const query = contract.query.safeParse(request.req.query())
  if (!query.success) return toEnvelope(refuseInput(query.error))
  const name = nameOf(contract)
  const made = await createReport(withSlowReads(context), {
    name,
    promoterId: known.data.promoterId,
    query: query.data,
  })
  if (!made.success) return toEnvelope(made)
  const { from, to } = made.data
  return new Response(reportCsv(made.data), {
    headers: {
      'Cache-Control': 'private, no-store',
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}-${from}-${to}.csv"`,
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

function nameOf(contract: ReportFile['contract']): ReportName {
  const found = reportName.options.find((name) => REPORTS[name] === contract)
  if (!found) throw new Error(`${contract.path} isn’t a report.`)
  return found
}
