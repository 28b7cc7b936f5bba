import type { APIRoute } from 'astro'
import { urls } from '#contracts/platform/urls.ts'
import { answerPrivateFile, pdfResponse } from '#pages/_private-file.ts'
import { getTicketPdfOfPage } from '#server/sales/ticket-pdfs/get-ticket-pdf.ts'

export const GET: APIRoute = async (visit) => {
  const { context, site } = visit.locals
  const ticketKey = visit.params['id'] ?? ''
  const file = await getTicketPdfOfPage(context, { site, ticketKey, origin: visit.url.origin })
  return answerPrivateFile(visit, { file, page: urls.ticket(ticketKey), send: pdfResponse })
}
