export type Verdict = 'met' | 'not yet' | 'not measured here'

export interface Line {
  id: string
  what: string
  /** Baseline, with its own result if measured. */
  peer: string
  figure: string
  ratio?: number | undefined
  target: string
  verdict: Verdict
  /** Limits of the measurement, or why there is none. */
  note?: string | undefined
}

export const judge = (isMet: boolean): Verdict => (isMet ? 'met' : 'not yet')

export function notMeasured(line: Pick<Line, 'id' | 'what' | 'peer' | 'target'>, why: string): Line {
  return { ...line, figure: '–', verdict: 'not measured here', note: why }
}

/** Thrown if this machine lacks what a row needs. Not a failure. */
export class NotMeasurable extends Error {
  override name = 'NotMeasurable'
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

const grouped = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })
const exact = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 3 })

/** Rounds to three significant digits below a thousand, to integers above. */
export const round = (value: number): string => (value < 1000 ? exact : grouped).format(value)
export const perSecond = (value: number): string => `${round(value)}/s`
export const milliseconds = (value: number): string => `${round(value)} ms`
export const bytes = (count: number): string => `${grouped.format(count)} bytes`
export const megabytes = (count: number): string => `${round(count / 1024 / 1024)} MB`
