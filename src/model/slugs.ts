/** Letters that are more than a base letter with a mark. */
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

const LONGEST = 60

/** What an address calls it: `Für Élise!` → `fur-elise`. '' when nothing of it is in the Latin alphabet. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßæœøđðþłı]/g, (letter) => SPELLED[letter] ?? '')
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z\d]+/g, '-')
    .slice(0, LONGEST)
    .replaceAll(/^-|-$/g, '')

/** What an event may be called, the nicest first: by its title, with its day, and with a number. */
export function eventSlugs(title: string, day: string): string[] {
  const name = slugOf(title) || 'event'
  const dated = `${name}-${day}`
  return [name, dated, ...Array.from({ length: 8 }, (_, index) => `${dated}-${index + 2}`)]
}
