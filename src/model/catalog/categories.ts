import * as z from 'zod/mini'

export const category = z.enum([
  'music',
  'club',
  'festival',
  'theatre',
  'comedy',
  'film',
  'talk',
  'workshop',
  'food',
  'sport',
  'family',
  'other',
])
export type Category = z.infer<typeof category>

export const CATEGORY_NAMES: Readonly<Record<Category, string>> = {
  music: 'Music',
  club: 'Club',
  festival: 'Festival',
  theatre: 'Theatre',
  comedy: 'Comedy',
  film: 'Film',
  talk: 'Talks',
  workshop: 'Workshops',
  food: 'Food & drink',
  sport: 'Sport',
  family: 'Family',
  other: 'Other',
}

export const MAX_TAGS = 10
const MAX_TAG_LENGTH = 30

const tag = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, 'Enter a tag.'),
    z.maxLength(MAX_TAG_LENGTH, `Use ${MAX_TAG_LENGTH} characters at most for each tag.`),
    z.regex(/^[^,]*$/, 'Tags can’t contain commas.'),
  )

export const tags = z.array(tag).check(
  z.maxLength(MAX_TAGS, `Use ${MAX_TAGS} tags at most.`),
  z.overwrite((all) => [...new Set(all)]),
)

/** Splits text at commas into tags: `Jazz, live  music` → `jazz`, `live music`. */
export const readTags = (typed: string): string[] => [
  ...new Set(
    typed
      .split(',')
      .map((each) => each.trim().replaceAll(/\s+/g, ' ').toLowerCase())
      .filter(Boolean),
  ),
]
