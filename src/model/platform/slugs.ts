/** Spelling of letters that Unicode normalisation doesn't decompose. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
}

const MAX_LENGTH = 60

/** Converts text to a URL slug: `Für Élise!` → `fur-elise`. Returns '' for a text without Latin letters. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßæœøđðþłı]/g, (letter) => SPELLED[letter] ?? '')
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z\d]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replaceAll(/^-|-$/g, '')

/** Returns candidate slugs for an event, in the order of preference. `day` is a date such as 2026-12-04. */
export function eventSlugs(title: string, day: string): string[] {
  const name = slugOf(title) || 'event'
  const dated = `${name}-${day}`
  return [name, dated, ...Array.from({ length: 8 }, (_, index) => `${dated}-${index + 2}`)]
}
