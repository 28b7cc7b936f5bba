import type { APIRoute } from 'astro'
import { urls } from '#contracts/platform/urls.ts'
import { answerPrivateFile, walletRedirect } from '#pages/_private-file.ts'
import { readSignedInVisitor } from '#pages/_visitor.ts'
import { saveToGoogle } from '#server/sales/wallets/google/save-to-google.ts'

export const GET: APIRoute = async (visit) => {
  const { context, site } = visit.locals
  const { id = '', ticketId = '' } = visit.params
  const file = await saveToGoogle(context, { site, id, ticketId, client: readSignedInVisitor(visit) })
  return answerPrivateFile(visit, { file, page: urls.order(id), send: walletRedirect })
}
