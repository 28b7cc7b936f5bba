import type { Context } from '../context.ts'
import { findUpload } from '../uploads/find-upload.ts'
import { uploadType } from '../uploads/upload-store.ts'
import { isKnown } from './content-negotiation.ts'
import type { ApiRequest } from './callers.ts'
import { envelope } from './endpoint.ts'

/** An uploaded file. Its name is its content's hash: what was fetched once holds for good. */
export async function answerUpload(context: Context, request: ApiRequest): Promise<Response> {
  const name = request.req.param('name') ?? ''
  const file = await findUpload(context, name)
  if (!file.success) return envelope(file)
  const etag = `"${name}"`
  const headers = {
    'Cache-Control': 'public, max-age=31536000, immutable',
    ETag: etag,
    // Whatever it may contain, nothing of it runs, even when it is opened by itself.
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'Content-Type': uploadType(name),
    // Mails show it in a browser, too.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'X-Content-Type-Options': 'nosniff',
  }
  if (isKnown(request.req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  return new Response(file.data, { headers })
}
