import type { APIRoute } from 'astro'
import { getInvoice } from '#server/invoices/get-invoice.ts'

/** For whoever has the order's id, and for nobody's cache or index. */
const HEADERS = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
}

export const GET: APIRoute = async ({ locals, params }) => {
  const { context, site } = locals
  const invoice = await getInvoice(context, { site, id: params['id'] ?? '' })
  if (!invoice) return new Response(null, { status: 404 })
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
