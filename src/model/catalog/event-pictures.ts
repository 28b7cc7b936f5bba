import * as z from 'zod/mini'

export const MAX_EVENT_PICTURES = 20

export const pictureSource = z.object({ url: z.string(), width: z.int() })

/** A picture in several widths, the widest last. It is never cropped. */
export const eventPicture = z.object({
  sources: z.array(pictureSource),
  height: z.int(),
  alt: z.string(),
})
export type EventPicture = z.infer<typeof eventPicture>

interface Pictured {
  cover: { sources: readonly { url: string }[] }
  poster: EventPicture | null
  gallery: readonly EventPicture[]
}

export const pictureUrls = ({ cover, poster, gallery }: Pictured): string[] => [
  ...new Set(
    [cover, ...(poster ? [poster] : []), ...gallery].flatMap(({ sources }) => sources.map(({ url }) => url)),
  ),
]

export const pictureSize = ({ sources, height }: EventPicture): { width: number; height: number } => ({
  width: sources.at(-1)?.width ?? 0,
  height,
})

export const hostOfLink = (link: string): string => new URL(link).hostname.replace(/^www\./, '')
