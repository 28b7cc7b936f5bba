import type { APIRoute } from 'astro'
import { urls } from '#contracts/platform/urls.ts'
import { answerPrivateFile, pdfResponse } from '#pages/_private-file.ts'
import { readSignedInVisitor } from '#pages/_visitor.ts'
import { getTicketPdf } from '#server/sales/ticket-pdfs/get-ticket-pdf.ts'

export const GET: APIRoute = async (visit) => {
  const { context, site } = visit.locals
  const id = visit.params['id'] ?? ''
  const file = await getTicketPdf(context, { site, id, client: readSignedInVisitor(visit) })
  return answerPrivateFile(visit, { file, page: urls.order(id), send: pdfResponse })
}
