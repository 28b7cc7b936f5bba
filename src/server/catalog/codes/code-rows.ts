import { sql } from 'kysely'
import { eventCodesOf, type CodeMode, type EventCodes } from '#model/catalog/codes/code-modes.ts'

export interface CodeColumns {
  code_mode: CodeMode
  code_reveal_hours: number
}

export const toEventCodes = (row: CodeColumns & { starts_at: Date; doors_at: Date | null }): EventCodes =>
  eventCodesOf({
    mode: row.code_mode,
    hours: row.code_reveal_hours,
    beginsAt: (row.doors_at ?? row.starts_at).toISOString(),
  })

/** SQL of the time at which late codes appear (`codesAppearAt`). Expects an event as `e`. */
export const codesAppearAt = sql<Date>`coalesce(e.doors_at, e.starts_at) - make_interval(hours => e.code_reveal_hours)`

/** Time at which late codes appear in seconds since 1970, for JSON. */
export const codesAppearAtSeconds = sql<number>`floor(extract(epoch from ${codesAppearAt}))::bigint`

/** SQL condition: ticket holders can see their codes, as decided by `codeAccess`. Expects an event as `e`. */
export const areCodesShown = (now: Date) =>
  sql<boolean>`(e.code_mode = 'open' or e.code_mode = 'late' and ${codesAppearAt} <= ${now}::timestamptz)`
