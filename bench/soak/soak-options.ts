/** Command line options of the soak; each part has defaults. */
export interface SoakOptions {
  count?: number
  seed?: number
  /** Tag or commit of the version that is upgraded from. */
  from?: string
}

/** Throws for invalid numbers, because a soak that runs zero times would pass. */
export function readSoakOptions({
  count,
  seed,
  from,
}: {
  count?: string | undefined
  seed?: string | undefined
  from?: string | undefined
}): SoakOptions {
  return {
    ...(count === undefined ? {} : { count: readNumber('count', count, 1) }),
    ...(seed === undefined ? {} : { seed: readNumber('seed', seed, 0) }),
    ...(from === undefined ? {} : { from }),
  }
}

function readNumber(name: string, text: string, least: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(number >= least)) throw new Error(`--${name}=${text}: use an integer of at least ${least}.`)
  return number
}
