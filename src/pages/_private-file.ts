import type { APIContext } from 'astro'

/** Only for those who know the id in the URL: no caching, no indexing. */
const HEADERS = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
}

interface Answer<File> {
  /** The file. `page`: the page says why there is none. `busy`: to be tried again. Undefined: there is no such ticket. */
  file: File | 'busy' | 'page' | undefined
  page: string
  send: (file: File, headers: Record<string, string>) => Response
}

/** Answers a request for a file of an order's or a ticket's page. */
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
