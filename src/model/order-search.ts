/** What a search asks for: words that must all be found, anywhere, in any order. */
export function searchWords(text: string | undefined): string[] {
  const words = (text ?? '').toLowerCase().split(/\s+/u).filter(Boolean)
  return [...new Set(words)].slice(0, 6)
}

/** Whether an index of trigrams helps to find it: it knows three letters or digits in a row, and nothing shorter. */
export const hasTrigram = (word: string): boolean => /[\p{L}\p{N}]{3}/u.test(word)

/** For SQL's LIKE: the word anywhere, its own % and _ taken as they are. */
export const likeFragment = (word: string): string => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`
