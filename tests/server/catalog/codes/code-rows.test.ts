import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { codeAccess, codeMode, type CodeMode } from '#model/catalog/codes/code-modes.ts'
import { areCodesShown } from '#server/catalog/codes/code-rows.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const HOURS = 24
const APPEAR_AT = Date.parse('2026-12-04T19:00:00Z')
const BEGINS_AT = new Date(APPEAR_AT + HOURS * 3_600_000)
const LATER = new Date(BEGINS_AT.getTime() + 3_600_000)

const CASES = codeMode.options.flatMap((mode) => [-1, 0, 1].map((ms) => ({ mode, now: APPEAR_AT + ms })))
const BEGINNINGS = [
  { doorsAt: null, startsAt: BEGINS_AT },
  { doorsAt: BEGINS_AT, startsAt: LATER },
]

it('SQL shows codes when the rule shows them', async () => {
  const { db, drop } = await createTestDatabase()
  const decide = async (mode: CodeMode, now: number, at: (typeof BEGINNINGS)[number]) => {
    const { rows } = await sql<{ isShown: boolean }>`
      select ${areCodesShown(new Date(now))} as "isShown" from (select ${mode}::text as code_mode,
        ${HOURS}::int as code_reveal_hours, ${at.doorsAt}::timestamptz as doors_at, ${at.startsAt}::timestamptz as starts_at) e`.execute(
      db,
    )
    return rows[0]?.isShown
  }
  for (const { mode, now } of CASES)
    for (const beginning of BEGINNINGS) {
      const access = codeAccess({ codeMode: mode, appearAt: APPEAR_AT }, now)
      expect({ mode, now, isShown: await decide(mode, now, beginning) }).toEqual({
        mode,
        now,
        isShown: access === 'shown',
      })
    }
  await drop()
})
