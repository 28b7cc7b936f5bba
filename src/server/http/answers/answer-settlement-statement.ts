import { getAnyEventStatement, getAnySettlement } from '#contracts/operator/settlements.ts'
import { getSettlement } from '#contracts/console/settlements.ts'
import { getEventStatement as eventContract } from '#contracts/console/statements/event-statements.ts'
import type { Endpoint } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import { legalTextUrl } from '#contracts/platform/legal-urls.ts'
import type { Context } from '#server/context.ts'
import { authenticateOperator, authenticatePromoter, type ApiRequest } from '#server/http/callers.ts'
import { toEnvelope } from '#server/http/envelope.ts'
import { findSeller } from '#server/money/invoices/invoice-rows.ts'
import type { InvoiceContent } from '#server/money/invoices/write-invoice.ts'
import { findEventPromoter } from '#server/money/settlement-statements/event-statement-rows.ts'
import { readEventStatement } from '#server/money/settlement-statements/get-event-statement.ts'
import { readStatementContent } from '#server/money/settlement-statements/read-statement-content.ts'
import { eventStatementCsv, settlementCsv } from '#server/money/settlement-statements/settlement-csv.ts'
import { writeEventStatement } from '#server/money/settlement-statements/write-event-statement.ts'
import {
  writeSettlementStatement,
  type StatementHead,
} from '#server/money/settlement-statements/write-settlement-statement.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import { mainSiteOrigin } from '#server/platform/site-origin.ts'
import type { VisitorCall } from '#server/use-case.ts'

const FORMATS = { csv: 'text/csv; charset=utf-8', pdf: 'application/pdf' } as const
type Format = keyof typeof FORMATS

interface StatementFile {
  method: 'GET'
  path: string
  format: Format
  answer: (context: Context, request: ApiRequest, format: Format) => Promise<Response>
}

const KINDS: readonly (Pick<StatementFile, 'answer'> & { path: string })[] = [
  {
    path: `${getSettlement.path}/statement`,
    answer: answerSettlement(getSettlement),
  },
  {
    path: `${getAnySettlement.path}/statement`,
    answer: answerSettlement(getAnySettlement),
  },
  { path: eventContract.path, answer: answerEvent },
  { path: getAnyEventStatement.path, answer: answerAnyEvent },
]

/** Routes that send the statements of settlements and events as files. Errors use the envelope. */
export const STATEMENT_FILES: readonly StatementFile[] = KINDS.flatMap(({ path, answer }) =>
  (['csv', 'pdf'] as const).map((format) => ({
    method: 'GET' as const,
    path: `${path}.${format}`,
    format,
    answer,
  })),
)

function answerSettlement(contract: Endpoint): StatementFile['answer'] {
  return async (context, request, format) => {
    const known =
      contract.access === 'operator'
        ? await authenticateOperator(context, request)
        : await authenticatePromoter(context, request, contract)
    if (!known.success) return toEnvelope(known)
    const id = request.req.param('id') ?? ''
    const reads = { db: context.slowReads }
    const paper = await readStatementContent(
      reads,
      'promoterId' in known.data ? { id, promoterId: known.data.promoterId } : { id },
    )
    if (!paper) return toEnvelope(fail('NOT_FOUND'))
    const platform = platformHead(context, known.data, paper.platformHolder)
    return send(context, {
      name: `statement-${paper.settlement.number}`,
      format,
      csv: () => settlementCsv(paper),
      pdf: () => writeSettlementStatement(paper, platform),
    })
  }
}

async function answerEvent(context: Context, request: ApiRequest, format: Format): Promise<Response> {
  const known = await authenticatePromoter(context, request, eventContract)
  if (!known.success) return toEnvelope(known)
  return sendEvent(context, known.data, {
    promoterId: known.data.promoterId,
    eventId: request.req.param('id') ?? '',
    format,
  })
}

async function answerAnyEvent(context: Context, request: ApiRequest, format: Format): Promise<Response> {
  const known = await authenticateOperator(context, request)
  if (!known.success) return toEnvelope(known)
  const eventId = request.req.param('id') ?? ''
  const promoter = isUuid(eventId) ? await findEventPromoter(context.db, eventId) : undefined
  if (!promoter) return toEnvelope(fail('NOT_FOUND'))
  return sendEvent(context, known.data, { promoterId: promoter.id, eventId, format })
}

async function sendEvent(
  context: Context,
  call: VisitorCall,
  { promoterId, eventId, format }: { promoterId: string; eventId: string; format: Format },
): Promise<Response> {
  const statement = await readEventStatement(context.slowReads, { promoterId, eventId })
  if (!statement) return toEnvelope(fail('NOT_FOUND'))
  const promoter = await findSeller(context.db, promoterId)
  const paper = { statement, promoter }
  return send(context, {
    name: `event-statement-${statement.eventId.slice(0, 8)}`,
    format,
    csv: () => eventStatementCsv(paper),
    pdf: (now) => writeEventStatement(paper, platformHead(context, call, ''), now),
  })
}

function platformHead(context: Context, call: VisitorCall, holder: string): StatementHead {
  const main = mainSiteOrigin(context, call.client)
  const { siteName } = context.sites.resolve(new URL(main).hostname).settings
  const imprint = main + legalTextUrl({ kind: 'imprint', promoterId: null })
  return { name: siteName, lines: [...(holder && holder !== siteName ? [holder] : []), imprint] }
}

interface PaperFile {
  name: string
  format: Format
  csv: () => string
  pdf: (now: Date) => InvoiceContent
}

async function send(context: Context, { name, format, csv, pdf }: PaperFile): Promise<Response> {
  const now = new Date(context.clock.now())
  const body = format === 'csv' ? csv() : await context.invoicePdfs.draw(async () => pdf(now), now)
  if (body === undefined) return toEnvelope(fail('UNAVAILABLE'))
  return new Response(body, {
    headers: {
      'Cache-Control': 'private, no-store',
      'Content-Type': FORMATS[format],
      'Content-Disposition': `attachment; filename="${name}.${format}"`,
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
