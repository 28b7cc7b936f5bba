import type { APIRoute } from 'astro'
import { readMailboxMail } from '#server/mail/read-mailbox.ts'

/** Inline styles and a logo are all that a mail may have; it may be framed by its own page, and runs nothing. */
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src http: https: data:',
  "base-uri 'self'",
  "frame-ancestors 'self'",
  'sandbox allow-top-navigation-by-user-activation',
].join('; ')

/** One mail as it was written. Its links open in the window around it. */
export const GET: APIRoute = async ({ locals, params }) => {
  const mail = await readMailboxMail(locals, params['id'])
  if (!mail) return new Response(null, { status: 404 })
  return new Response(mail.html.replace('<head>', '<head><base target="_top">'), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': POLICY,
      'x-frame-options': 'SAMEORIGIN',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    },
  })
}
