import type { APIRoute } from 'astro'
import { readMailboxMail } from '#server/messages/delivery/read-mailbox.ts'

/** Emails may contain inline styles and images but no scripts. Only the page of the mailbox may frame them. */
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src http: https: data:',
  "base-uri 'self'",
  "frame-ancestors 'self'",
  'sandbox allow-top-navigation-by-user-activation',
].join('; ')

/** The HTML of an email. Links open in the parent page. */
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
