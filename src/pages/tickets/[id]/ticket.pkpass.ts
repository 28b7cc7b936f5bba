import type { APIRoute } from 'astro'
import { urls } from '#contracts/platform/urls.ts'
import { answerPrivateFile, passResponse } from '#pages/_private-file.ts'
import { getApplePassOfPage } from '#server/sales/wallets/apple/get-apple-pass.ts'

export const GET: APIRoute = async (visit) => {
  const { context, site } = visit.locals
  const ticketKey = visit.params['id'] ?? ''
  const file = await getApplePassOfPage(context, { site, ticketKey, origin: visit.url.origin })
  return answerPrivateFile(visit, { file, page: urls.ticket(ticketKey), send: passResponse })
}
