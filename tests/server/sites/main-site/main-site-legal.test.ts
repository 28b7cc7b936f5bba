import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LegalText } from '#contracts/console/legal.ts'
import type { OperatorLogEntry } from '#contracts/operator/audit.ts'
import { openFrontDoor, type Door } from '#tests/support/front-door.ts'
import { openOperatorFixture, type OperatorFixture } from '#tests/support/operators.ts'

const PATH = '/api/operator/main-site/legal-texts'

let door: Door
let other: Door
let operator: OperatorFixture
beforeAll(async () => {
  door = await openFrontDoor({ listens: true })
  other = await openFrontDoor({ beside: door, listens: true })
  operator = await openOperatorFixture(door.context)
})
afterAll(async () => {
  await other.close()
  await door.close()
})

const put = (text: string, version: number) =>
  operator.ask<{ text: LegalText }>('PUT', `${PATH}/terms`, { body: { text, version } })
const read = async (): Promise<LegalText[]> =>
  (await operator.ask<{ texts: LegalText[] }>('GET', PATH)).data.texts
const footerOn = (node: Door) => node.context.sites.resolve('localhost').legal

test('an operator publishes, changes and removes a page; every version is kept and logged', async () => {
  expect((await read()).map(({ version }) => version)).toEqual([0, 0, 0, 0, 0])
  const answers = await Promise.all([put('# First', 0), put('# Other', 0)])
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
  expect(answers.find(({ success }) => !success)?.error.code).toBe('EDIT_CONFLICT')
  await expect.poll(() => footerOn(other), { timeout: 10_000, interval: 20 }).toEqual(['terms'])
  const [terms] = (await read()).filter(({ kind }) => kind === 'terms')
  expect(terms).toMatchObject({ version: 1, url: expect.stringMatching(/\/legal\/terms$/) })
  expect((await put('# Second', 1)).data.text.version).toBe(2)
  expect((await put('', 2)).data.text).toMatchObject({ version: 3, url: null })
  await expect.poll(() => footerOn(other), { timeout: 10_000, interval: 20 }).toEqual([])
  const { rows } = await sql<{ version: number }>`
    select version from legal_texts where promoter_id is null order by version`.execute(door.context.db)
  expect(rows.map(({ version }) => version)).toEqual([1, 2, 3])
  const { data } = await operator.ask<{ entries: OperatorLogEntry[] }>(
    'GET',
    '/api/operator/audit-log?action=main_site',
  )
  const name = terms?.name ?? ''
  expect(data.entries.map(({ message }) => message)).toEqual([
    `Ada Lovelace removed the page “${name}” of the main site`,
    `Ada Lovelace published version 2 of the page “${name}” of the main site`,
    `Ada Lovelace published version 1 of the page “${name}” of the main site`,
  ])
})

test('invalid texts and unknown pages are refused', async () => {
  expect((await put('x'.repeat(20_001), 0)).error.code).toBe('VALIDATION_ERROR')
  expect((await put('> '.repeat(5000), 3)).error.code).toBe('VALIDATION_ERROR')
  const unknown = await operator.ask('PUT', `${PATH}/cookies`, { body: { text: 'x', version: 0 } })
  expect(unknown.error.code).toBe('VALIDATION_ERROR')
})
