import * as z from 'zod/mini'

export const MAX_EVENT_PICTURES = 20

export const imageSource = z.object({ url: z.string(), width: z.int() })

/** An image in several widths, the widest last. It is never cropped. */
export const eventImage = z.object({
  sources: z.array(imageSource),
  height: z.int(),
  alt: z.string(),
})
export type EventImage = z.infer<typeof eventImage>

interface Pictured {
  cover: { sources: readonly { url: string }[] }
  poster: EventImage | null
  gallery: readonly EventImage[]
}

export const imageUrls = ({ cover, poster, gallery }: Pictured): string[] => [
  ...new Set(
    [cover, ...(poster ? [poster] : []), ...gallery].flatMap(({ sources }) => sources.map(({ url }) => url)),
  ),
]

export const imageSize = ({ sources, height }: EventImage): { width: number; height: number } => ({
  width: sources.at(-1)?.width ?? 0,
  height,
})

export const hostOfLink = (link: string): string => new URL(link).hostname.replace(/^www\./, '')
