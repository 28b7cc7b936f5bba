import type { APIContext } from 'astro'

/** The id in the URL is a secret, so the file must not be cached or indexed. */
const HEADERS = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
}

interface Answer<File> {
  /**
   * The file, or `page` to redirect to the page, which says why there is no file, or `busy` to make the client retry. Undefined if there is
   * no such ticket.
   */
  file: File | 'busy' | 'page' | undefined
  page: string
  send: (file: File, headers: Record<string, string>) => Response
}

/** Responds to a request for a file of an order's or a ticket's page. */
export function answerPrivateFile<File extends object>(
  visit: Pick<APIContext, 'redirect'>,
  { file, page, send }: Answer<File>,
): Response {
  if (!file) return new Response(null, { status: 404 })
  if (file === 'page') return visit.redirect(page, 303)
  if (file === 'busy') return new Response(null, { status: 503, headers: { ...HEADERS, 'retry-after': '5' } })
  return send(file, HEADERS)
}

export const pdfResponse = (
  { pdf, number }: { pdf: BodyInit; number: string },
  headers: Record<string, string>,
): Response =>
  new Response(pdf, {
    headers: {
      ...headers,
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="tickets-${number}.pdf"`,
    },
  })

export const passResponse = (pass: BodyInit, headers: Record<string, string>): Response =>
  new Response(pass, {
    headers: {
      ...headers,
      'content-type': 'application/vnd.apple.pkpass',
      'content-disposition': 'attachment; filename="ticket.pkpass"',
    },
  })

export const walletRedirect = ({ url }: { url: string }, headers: Record<string, string>): Response =>
  new Response(null, { status: 303, headers: { ...headers, location: url } })
