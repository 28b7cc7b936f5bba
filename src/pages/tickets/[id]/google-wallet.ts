import type { APIRoute } from 'astro'
import { urls } from '#contracts/platform/urls.ts'
import { answerPrivateFile, walletRedirect } from '#pages/_private-file.ts'
import { saveToGoogleOfPage } from '#server/sales/wallets/google/save-to-google.ts'

export const GET: APIRoute = async (visit) => {
  const { context, site } = visit.locals
  const ticketKey = visit.params['id'] ?? ''
  const file = await saveToGoogleOfPage(context, { site, ticketKey, origin: visit.url.origin })
  return answerPrivateFile(visit, { file, page: urls.ticket(ticketKey), send: walletRedirect })
}
