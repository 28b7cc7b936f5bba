import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'

let fixture: ConsoleFixture
beforeAll(async () => {
  fixture = await openConsoleFixture()
})
afterAll(() => fixture.close())

type State = Record<string, unknown> & { version: number }

interface Edited {
  name: string
  path: string
  /** Field of the response. */
  field: string
  action: string
  edit: (before: State, count: number) => Record<string, unknown>
}

const EDITS: Edited[] = [
  {
    name: 'promoter settings',
    path: '/api/promoter/settings',
    field: 'settings',
    action: 'promoter.changed',
    edit: ({ legalAddress, taxId, requiresSecondFactor, orderLinkDays }, count) => {
      const rest = { legalAddress, taxId, requiresSecondFactor, orderLinkDays }
      return { ...rest, legalName: `Aurora ${count}` }
    },
  },
  {
    name: 'payout settings',
    path: '/api/promoter/payout-settings',
    field: 'settings',
    action: 'payout_settings.changed',
    edit: ({ autoLimit }, count) => ({ autoLimit, refundWindowDays: 10 + count }),
  },
  {
    name: 'sender',
    path: '/api/email/sender',
    field: 'sender',
    action: 'sender.changed',
    edit: ({ replyTo }, count) => ({ replyTo, name: `Aurora ${count}` }),
  },
]

const entriesOf = async (action: string): Promise<number> => {
  const { rows } = await sql`select from audit_log where action = ${action}`.execute(fixture.context.db)
  return rows.length
}

describe.each(EDITS)('concurrent edits of $name', ({ path, field, action, edit }) => {
  const get = async () => (await fixture.owner.ask<Record<string, State>>('GET', path)).data[field]

  test('write and record one, and answer the others with its result', async () => {
    const before = await get()
    if (!before) throw new Error(`The response has no ${field}.`)
    const { version } = before
    const answers = await Promise.all(
      [1, 2, 3].map((count) =>
        fixture.owner.ask<Record<string, State>>('PUT', path, { body: { ...edit(before, count), version } }),
      ),
    )
    const [won, ...more] = answers.filter(({ success }) => success)
    expect(more).toEqual([])
    const current = await get()
    expect(won?.data[field]).toEqual(current)
    expect(current).not.toEqual(before)
    for (const { error } of answers.filter(({ success }) => !success))
      expect(error).toMatchObject({ code: 'EDIT_CONFLICT', details: { current } })
    expect(await entriesOf(action)).toBe(1)
  })
})

test('a refused edit changes and records nothing', async () => {
  const path = '/api/promoter/payout-settings'
  const before = (await fixture.owner.ask<{ settings: State }>('GET', path)).data
  const recorded = await entriesOf('payout_settings.changed')
  const { version } = before.settings
  const body = { refundWindowDays: 1, autoLimit: 1, currency: 'JPY', version }
  expect((await fixture.owner.ask('PUT', path, { body })).error.code).toBe('VALIDATION_ERROR')
  expect((await fixture.owner.ask('GET', path)).data).toEqual(before)
  expect(await entriesOf('payout_settings.changed')).toBe(recorded)
})
