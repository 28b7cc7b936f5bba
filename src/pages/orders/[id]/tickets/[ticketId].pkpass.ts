import type { APIRoute } from 'astro'
import { urls } from '#contracts/platform/urls.ts'
import { answerPrivateFile, passResponse } from '#pages/_private-file.ts'
import { readSignedInVisitor } from '#pages/_visitor.ts'
import { getApplePass } from '#server/sales/wallets/apple/get-apple-pass.ts'

export const GET: APIRoute = async (visit) => {
  const { context, site } = visit.locals
  const { id = '', ticketId = '' } = visit.params
  const file = await getApplePass(context, { site, id, ticketId, client: readSignedInVisitor(visit) })
  return answerPrivateFile(visit, { file, page: urls.order(id), send: passResponse })
}
