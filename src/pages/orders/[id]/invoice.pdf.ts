import type { APIRoute } from 'astro'
import { urls } from '#contracts/platform/urls.ts'
import { readSignedInVisitor } from '#pages/_visitor.ts'
import { getInvoice } from '#server/money/invoices/get-invoice.ts'

/** The id in the URL is a secret, so the file must not be cached or indexed. */
const HEADERS = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
}

export const GET: APIRoute = async (visit) => {
  const { context, site } = visit.locals
  const id = visit.params['id'] ?? ''
  const invoice = await getInvoice(context, { site, id, client: readSignedInVisitor(visit) })
  if (!invoice) return new Response(null, { status: 404 })
  // The order page explains why.
  if (invoice === 'sign in') return visit.redirect(urls.order(id), 303)
  if (invoice === 'no seller') return visit.redirect(`${urls.order(id)}#invoice`, 303)
  if (invoice === 'busy')
    return new Response(null, { status: 503, headers: { ...HEADERS, 'retry-after': '5' } })
  return new Response(invoice.pdf, {
    headers: {
      ...HEADERS,
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="invoice-${invoice.number}.pdf"`,
    },
  })
}
