import type { APIRoute } from 'astro'
import { statusOf } from '#contracts/platform/errors.ts'
import { readSignedInVisitor } from '#pages/_visitor.ts'
import { previewTemplatePage } from '#server/messages/template-editor/preview-template-page.ts'

/** Emails may contain inline styles and a logo but no scripts. Only the console may frame the preview. */
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src http: https: data:',
  "frame-ancestors 'self'",
  'sandbox allow-same-origin',
].join('; ')

export const POST: APIRoute = async ({ locals, request, url }) => {
  const form = await readForm(request)
  if (!form) return new Response(null, { status: 400 })
  const { key = '', subject, body, promoter } = form
  const drawn = await previewTemplatePage(locals.context, {
    site: locals.site,
    client: readSignedInVisitor({ request, url }),
    promoterUserId: promoter,
    key,
    words: { subject, body, version: 0 },
  })
  if (!drawn.success) return new Response(null, { status: statusOf(drawn.error.code) })
  return new Response(drawn.data.html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': POLICY,
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
    },
  })
}

/** Reads the submitted fields. Returns undefined if the form is invalid. */
async function readForm(request: Request): Promise<Record<string, string> | undefined> {
  try {
    const fields = [...(await request.formData())]
    return Object.fromEntries(
      fields.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    )
  } catch {
    return undefined
  }
}
