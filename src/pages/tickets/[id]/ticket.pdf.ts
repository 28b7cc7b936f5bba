import type { APIRoute } from 'astro'
import { urls } from '#contracts/platform/urls.ts'
import { answerPrivateFile, pdfResponse } from '#pages/_private-file.ts'
import { getTicketPaperOfPage } from '#server/sales/ticket-papers/get-ticket-paper.ts'

export const GET: APIRoute = async (visit) => {
  const { context, site } = visit.locals
  const ticketKey = visit.params['id'] ?? ''
  const file = await getTicketPaperOfPage(context, { site, ticketKey, origin: visit.url.origin })
  return answerPrivateFile(visit, { file, page: urls.ticket(ticketKey), send: pdfResponse })
}
