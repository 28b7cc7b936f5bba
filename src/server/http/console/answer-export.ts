import type { z } from 'zod/mini'
import { listCheckIns } from '#contracts/console/door/check-ins.ts'
import { attendeeSelection, listAttendees } from '#contracts/console/orders/attendees.ts'
import { listFeeInvoices } from '#contracts/console/fee-invoices.ts'
import { listOrders, orderSelection } from '#contracts/console/orders/orders.ts'
import { fail } from '#contracts/platform/errors.ts'
import type { Endpoint } from '#contracts/platform/endpoint.ts'
import type { Context } from '#server/context.ts'
import { attendeeTables } from '#server/reports/exports/attendee-table.ts'
import { checkInTables } from '#server/reports/exports/check-in-table.ts'
import type { ExportTables } from '#server/reports/exports/cells.ts'
import { feeInvoiceTables } from '#server/reports/exports/fee-invoice-table.ts'
import { orderTables } from '#server/reports/exports/order-table.ts'
import { tableCsv } from '#server/reports/exports/table-csv.ts'
import { tableXlsx } from '#server/reports/exports/table-xlsx.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import { hasAuthority } from '#server/people/promoters/authority-rows.ts'
import { authenticatePromoter, type ApiRequest } from '#server/http/callers.ts'
import { toEnvelope } from '#server/http/envelope.ts'
import { refuseInput } from '#server/http/parse-request.ts'
import { withSlowReads } from '#server/http/bindings/endpoint.ts'
import { createGuardedStream } from '#server/http/answers/guarded-stream.ts'

const FORMATS = {
  csv: { type: 'text/csv; charset=utf-8', write: tableCsv },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', write: tableXlsx },
} as const

interface ExportFile {
  method: 'GET'
  path: string
  contract: Endpoint
  name: string
  format: keyof typeof FORMATS
  read: (
    context: Context,
    find: { promoterId: string; id: string },
    query: unknown,
  ) => Promise<ExportTables | undefined> | z.core.$ZodError
}

const LISTS: readonly Omit<ExportFile, 'method' | 'path' | 'format'>[] = [
  {
    contract: listOrders,
    name: 'orders',
    read: (context, { promoterId }, query) => {
      const filter = orderSelection.safeParse(query)
      return filter.success ? orderTables(context, { promoterId, filter: filter.data }) : filter.error
    },
  },
  {
    contract: listFeeInvoices,
    name: 'fee-invoices',
    read: async (context, { promoterId }) => feeInvoiceTables(context, { promoterId }),
  },
  {
    contract: listCheckIns,
    name: 'check-ins',
    read: async (context, { promoterId, id }) =>
      isUuid(id) ? checkInTables(context, { promoterId, eventId: id }) : undefined,
  },
  {
    contract: listAttendees,
    name: 'attendees',
    read: (context, { promoterId }, query) => {
      const filter = attendeeSelection.safeParse(query)
      return filter.success ? attendeeTables(context, { promoterId, filter: filter.data }) : filter.error
    },
  },
]

/** Routes that export lists as files, with the same filters as the lists. */
export const EXPORTS: readonly ExportFile[] = LISTS.flatMap((list) =>
  (['csv', 'xlsx'] as const).map((format): ExportFile => ({
    ...list,
    method: 'GET',
    path: `${list.contract.path}/export.${format}`,
    format,
  })),
)

/** Streams the file while it is read page by page, so that memory is bounded. Errors use the envelope. */
export async function answerExport(
  context: Context,
  request: ApiRequest,
  file: ExportFile,
): Promise<Response> {
  const known = await authenticatePromoter(context, request, file.contract)
  if (!known.success) return toEnvelope(known)
  const id = request.req.param('id') ?? ''
  const tables = await file.read(
    withSlowReads(context),
    { promoterId: known.data.promoterId, id },
    request.req.query(),
  )
  if (!tables) return toEnvelope(fail('NOT_FOUND'))
  if ('issues' in tables) return toEnvelope(refuseInput(tables))
  const { type, write } = FORMATS[file.format]
  const { scope } = file.contract
  const isAllowed = async () => scope !== undefined && hasAuthority(context.db, known.data, scope)
  const guarded = { client: known.data.client, isAllowed, parts: write(tables) }
  return new Response(await createGuardedStream(context, guarded), {
    headers: {
      'Cache-Control': 'private, no-store',
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${file.name}.${file.format}"`,
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
