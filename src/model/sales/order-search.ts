/** Splits a search text into words. All must match, anywhere and in any order. */
export function searchTerms(text: string | undefined): string[] {
  const words = (text ?? '').toLowerCase().split(/\s+/u).filter(Boolean)
  return [...new Set(words)].slice(0, 6)
}

/** True when a trigram index can find the word: it has at least three letters or digits in a row. */
export const hasTrigram = (word: string): boolean => /[\p{L}\p{N}]{3}/u.test(word)

export const likeFragment = (word: string): string => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`
