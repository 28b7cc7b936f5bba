import type { APIContext } from 'astro'
import type { ShareSubject } from '#model/catalog/share-image.ts'
import { shareVersion } from '#server/sites/share-pictures/share-images.ts'

/** Responds with the image for shared links. It is cached for long only if the URL contains the current version. */
export async function sendShareImage({ locals, url }: APIContext, subject: ShareSubject): Promise<Response> {
  const picture = await locals.context.sharePictures.get(subject)
  if (!picture) return new Response(null, { status: 503, headers: { 'retry-after': '5' } })
  const isAsked = url.searchParams.get('v') === shareVersion(subject)
  return new Response(picture.bytes, {
    headers: {
      'content-type': picture.type,
      'cache-control': isAsked ? 'public, max-age=31536000, immutable' : 'no-cache',
      // Allows other sites to embed the image.
      'cross-origin-resource-policy': 'cross-origin',
    },
  })
}
