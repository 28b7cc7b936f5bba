/** What of a soak was asked for; parts have numbers of their own where none are named. */
export interface Wish {
  count?: number
  seed?: number
}

/** Throws, in a sentence, for what is no number: a soak that runs zero times finds nothing wrong. */
export function readWish({ count, seed }: { count?: string | undefined; seed?: string | undefined }): Wish {
  return {
    ...(count === undefined ? {} : { count: readNumber('count', count, 1) }),
    ...(seed === undefined ? {} : { seed: readNumber('seed', seed, 0) }),
  }
}

function readNumber(name: string, text: string, least: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(number >= least)) throw new Error(`--${name}=${text}: use a whole number from ${least} on.`)
  return number
}
