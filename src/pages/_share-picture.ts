import type { APIContext } from 'astro'
import type { ShareSubject } from '#model/share-picture.ts'
import { shareVersion } from '#server/sites/share-pictures.ts'

/** The picture of a link that is shared. Its address carries its version: only under that one it may be kept for long. */
export async function answerSharePicture(
  { locals, url }: APIContext,
  subject: ShareSubject,
): Promise<Response> {
  const picture = await locals.context.sharePictures.get(subject)
  if (!picture) return new Response(null, { status: 503, headers: { 'retry-after': '5' } })
  const isAsked = url.searchParams.get('v') === shareVersion(subject)
  return new Response(picture.bytes, {
    headers: {
      'content-type': picture.type,
      'cache-control': isAsked ? 'public, max-age=31536000, immutable' : 'no-cache',
      // Networks show it inside their own pages.
      'cross-origin-resource-policy': 'cross-origin',
    },
  })
}
