import type { FieldError } from '#contracts/platform/errors.ts'
import type { Context } from '#server/context.ts'
import { uploadNameIn } from '#server/platform/uploads/delete-unused-upload.ts'

export const BRAND_IMAGE_FIELDS = ['logoUrl', 'faviconUrl'] as const

type Pictures = Readonly<Partial<Record<(typeof BRAND_IMAGE_FIELDS)[number], string | undefined>>>

/**
 * Returns the images that aren't in the store. Images that the current settings (`now`) already use aren't
 * checked.
 */
export async function listMissingImages(
  { uploads }: Context,
  now: Pictures | undefined,
  settings: Pictures,
): Promise<FieldError[]> {
  const shown = BRAND_IMAGE_FIELDS.map((field) => now?.[field])
  const errors: FieldError[] = []
  for (const field of BRAND_IMAGE_FIELDS) {
    const url = settings[field] ?? ''
    const name = shown.includes(url) ? undefined : uploadNameIn(url)
    if (name !== undefined && !(await uploads.has(name)))
      errors.push({
        path: `settings.${field}`,
        message: 'This image is no longer available. Upload it again.',
      })
  }
  return errors
}

export const uploadNamesIn = (settings: Pictures): string[] =>
  BRAND_IMAGE_FIELDS.flatMap((field) => uploadNameIn(settings[field] ?? '') ?? [])

export const listReplacedImages = (before: Pictures, after: Pictures): string[] => {
  const shown = BRAND_IMAGE_FIELDS.map((field) => after[field])
  return [...new Set(BRAND_IMAGE_FIELDS.flatMap((field) => before[field] ?? []))].filter(
    (url) => !shown.includes(url),
  )
}
