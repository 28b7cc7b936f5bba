import { expect, test } from 'vitest'
import { readPromoCsv } from '#server/sales/promo-codes/promo-csv.ts'

/** Events that count reads. */
function countingEvents(): { events: Parameters<typeof readPromoCsv>[1]; looks: () => number } {
  let looks = 0
  const events = Array.from({ length: 100 }, (_, index) => ({
    id: `event-${index}`,
    title: 'An event',
    currency: 'EUR',
    get slug() {
      looks += 1
      return `slug-${index}`
    },
    get ticketTypes() {
      looks += 1
      return []
    },
  }))
  return { events, looks: () => looks }
}

test('lines without an event look at no events, in any number', async () => {
  const { events, looks } = countingEvents()
  const lines = Array.from({ length: 1000 }, (_, index) => `CODE${index},5%`)
  const read = await readPromoCsv(['code,discount', ...lines].join('\n'), events)
  expect(read).toHaveLength(1000)
  expect(read).not.toContainEqual(expect.objectContaining({ why: expect.any(String) }))
  expect(looks()).toBe(0)
})

test.each([
  ['of separators', ';'.repeat(20_001)],
  ['of quotes', '""'.repeat(10_001)],
])('a cell of more than 20,000 characters %s ends the file', async (_name, text) => {
  const read = await readPromoCsv(`code,discount,ticket_types\nA,5%,"${text}"\n`, [])
  expect(read).toEqual({ refusal: expect.stringContaining('a cell that is too long') })
})
