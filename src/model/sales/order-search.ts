/** Splits a search text into words. An order matches when it contains all words, anywhere and in any order. */
export function splitSearchTerms(text: string | undefined): string[] {
  const words = (text ?? '').toLowerCase().split(/\s+/u).filter(Boolean)
  return [...new Set(words)].slice(0, 6)
}

/** True when a trigram index can find the word, which needs at least three letters or digits in a row. */
export const hasTrigram = (word: string): boolean => /[\p{L}\p{N}]{3}/u.test(word)

export const likeFragment = (word: string): string => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`
