import type { Context } from '#server/context.ts'
import { findUpload } from '#server/platform/uploads/find-upload.ts'
import { uploadMimeType } from '#server/platform/uploads/upload-store.ts'
import { matchesEtag } from '#server/http/content-negotiation.ts'
import type { ApiRequest } from '#server/http/callers.ts'
import { toEnvelope } from '#server/http/envelope.ts'

/** Serves an uploaded file. Its name is the hash of its content, so it can be cached forever. */
export async function answerUpload(context: Context, request: ApiRequest): Promise<Response> {
  const name = request.req.param('name') ?? ''
  const file = await findUpload(context, name)
  if (!file.success) return toEnvelope(file)
  const etag = `"${name}"`
  const headers = {
    'Cache-Control': 'public, max-age=31536000, immutable',
    ETag: etag,
    // Prevents scripts in an uploaded file from running, even if the file is opened directly.
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'Content-Type': uploadMimeType(name),
    // Webmail shows uploaded images on other origins.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'X-Content-Type-Options': 'nosniff',
  }
  if (matchesEtag(request.req.header('if-none-match'), etag))
    return new Response(null, { status: 304, headers })
  return new Response(file.data, { headers })
}
