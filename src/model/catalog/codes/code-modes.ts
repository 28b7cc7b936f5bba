import * as z from 'zod/mini'

/**
 * When ticket holders get their codes. `open`: at once, also on paper. `late`: the same, but only from a number of
 * hours before doors open. `live`: on a phone only, with a code that changes every 20 seconds.
 */
export const codeMode = z.enum(['open', 'late', 'live'])
export type CodeMode = z.infer<typeof codeMode>

export const MAX_REVEAL_HOURS = 30 * 24
export const DEFAULT_REVEAL_HOURS = 24

const HOUR_MS = 3_600_000

/** Time at which late codes appear, in milliseconds. `beginsAt`: when doors open, or else when the event starts. */
export const codesAppearAtMs = (beginsAt: number, hours: number): number => beginsAt - hours * HOUR_MS

export interface CodeRule {
  codeMode: CodeMode
  /** Time at which late codes appear, in milliseconds. */
  appearAt: number
}

/** Whether ticket holders see their codes. */
export type CodeAccess = 'shown' | 'hidden' | 'live'

export function codeAccess({ codeMode: mode, appearAt }: CodeRule, now: number): CodeAccess {
  if (mode === 'live') return 'live'
  return mode === 'late' && now < appearAt ? 'hidden' : 'shown'
}

/** An event's rule for codes, as shown on its page. */
export const eventCodes = z.object({
  mode: codeMode,
  /** Time at which late codes appear, in ISO 8601. Null in other modes. */
  appearAt: z.nullable(z.string()),
})
export type EventCodes = z.infer<typeof eventCodes>

/**
 * Returns an event's rule for codes as shown on its page. `beginsAt`: when doors open, or else when the event starts,
 * in ISO 8601.
 */
export const eventCodesOf = (rule: { mode: CodeMode; hours: number; beginsAt: string }): EventCodes => ({
  mode: rule.mode,
  appearAt:
    rule.mode === 'late'
      ? new Date(codesAppearAtMs(Date.parse(rule.beginsAt), rule.hours)).toISOString()
      : null,
})
