import * as z from 'zod/mini'

/** Maximum number of pictures in a gallery. */
export const MAX_PICTURES = 20

/** One width of a picture. */
export const pictureSource = z.object({ url: z.string(), width: z.int() })

/** A picture in several widths, the widest last, shown in full and in its own aspect ratio. */
export const eventPicture = z.object({
  sources: z.array(pictureSource),
  /** Of the widest source, in pixels. */
  height: z.int(),
  /** Alternative text; may be empty. */
  alt: z.string(),
})
export type EventPicture = z.infer<typeof eventPicture>

interface Pictured {
  cover: { sources: readonly { url: string }[] }
  poster: EventPicture | null
  gallery: readonly EventPicture[]
}

/** Returns the URLs of all files of an event's pictures, each once. */
export const pictureUrls = ({ cover, poster, gallery }: Pictured): string[] => [
  ...new Set(
    [cover, ...(poster ? [poster] : []), ...gallery].flatMap(({ sources }) => sources.map(({ url }) => url)),
  ),
]

/** Size of the widest source, in pixels. */
export const pictureSize = ({ sources, height }: EventPicture): { width: number; height: number } => ({
  width: sources.at(-1)?.width ?? 0,
  height,
})

/** Returns the host of a link without `www.`, for display: `youtube.com`. */
export const hostOfLink = (link: string): string => new URL(link).hostname.replace(/^www\./, '')
