/** Command line options of the soak; each part has defaults. */
export interface SoakOptions {
  count?: number
  seed?: number
  /** Duration of the day's soak. */
  minutes?: number
  /** Visits per second of the day's soak. */
  rate?: number
  /** Tag or commit of the version that is upgraded from. */
  from?: string
}

/** Throws for invalid numbers, because a soak that runs zero times would pass. */
export function readSoakOptions({
  count,
  seed,
  minutes,
  rate,
  from,
}: {
  count?: string | undefined
  seed?: string | undefined
  minutes?: string | undefined
  rate?: string | undefined
  from?: string | undefined
}): SoakOptions {
  return {
    ...(count === undefined ? {} : { count: readNumber('count', count, 1) }),
    ...(seed === undefined ? {} : { seed: readNumber('seed', seed, 0) }),
    ...(minutes === undefined ? {} : { minutes: readNumber('minutes', minutes, 1) }),
    ...(rate === undefined ? {} : { rate: readNumber('rate', rate, 1) }),
    ...(from === undefined ? {} : { from }),
  }
}

function readNumber(name: string, text: string, least: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(number >= least)) throw new Error(`--${name}=${text}: use an integer of at least ${least}.`)
  return number
}
