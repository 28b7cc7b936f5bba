import type { APIRoute } from 'astro'
import { urls } from '#contracts/platform/urls.ts'
import { answerPrivateFile, pdfResponse } from '#pages/_private-file.ts'
import { readSignedIn } from '#pages/_visitor.ts'
import { getTicketPaper } from '#server/sales/ticket-papers/get-ticket-paper.ts'

export const GET: APIRoute = async (visit) => {
  const { context, site } = visit.locals
  const id = visit.params['id'] ?? ''
  const file = await getTicketPaper(context, { site, id, client: readSignedIn(visit) })
  return answerPrivateFile(visit, { file, page: urls.order(id), send: pdfResponse })
}
