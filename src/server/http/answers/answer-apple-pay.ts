import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from '#server/context.ts'
import { findAppleAssociation } from '#server/sites/hosts/apple-pay-rows.ts'
import type { PageTarget } from '#server/http/pages/page-target.ts'
import { sendError } from './send-error.ts'

const PATH = '/.well-known/apple-developer-merchantid-domain-association'

/**
 * Serves the domain association file that Apple fetches from every host: the promoter's file, or else the payment
 * provider's. Returns false for other paths.
 */
export function answerApplePay(
  context: Context,
  exchange: { request: IncomingMessage; response: ServerResponse },
  { site, path }: PageTarget,
): false | Promise<void> {
  if (path !== PATH) return false
  return send(context, exchange, site.kind === 'storefront' ? site.promoterId : undefined)
}

async function send(
  context: Context,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  promoterId: string | undefined,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return sendError(response, 'METHOD_NOT_ALLOWED', { Allow: 'GET, HEAD' })
  const { list } = context.payments.domains
  const file = await findAppleAssociation(context.db, { promoterId, list })
  if (!file) return sendError(response, 'NOT_FOUND')
  const body = Buffer.from(file)
  response
    .writeHead(200, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': body.length,
      'Cache-Control': 'no-store',
    })
    .end(request.method === 'HEAD' ? undefined : body)
}
