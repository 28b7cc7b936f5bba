// @vitest-environment node
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toSearchWords, TicketSearch, type SearchedTicket } from '#stores/portal/door/ticket-search.ts'

const search = (tickets: readonly SearchedTicket[], text: string, limit = 25): string[] =>
  new TicketSearch(tickets).find(toSearchWords(text), limit)

const ticket = (id: string, holder: string, code = `AAAA${id}`): SearchedTicket => ({
  id,
  holder,
  code,
  orderNumber: `F00${id}`,
})

it('finds parts of names without accents and case, codes and order numbers', () => {
  const tickets = [ticket('1', 'Žofia Müller'), ticket('2', 'Anna-Lena Roth'), ticket('3', '')]
  expect(search(tickets, 'zofia mul')).toEqual(['1'])
  expect(search(tickets, 'annalena')).toEqual(['2'])
  expect(search(tickets, 'aaaa3')).toEqual(['3'])
  expect(search(tickets, 'f002 roth')).toEqual(['2'])
  expect(search(tickets, 'roth muller')).toEqual([])
  expect(search([], 'roth')).toEqual([])
})

it('finds a changed ticket by its new name only', () => {
  const found = new TicketSearch([ticket('1', 'Ada Lovelace'), ticket('2', 'Grace Hopper')])
  found.put(ticket('1', 'Sam Okafor'))
  found.put(ticket('3', 'Late Guest'))
  expect(['lovelace', 'okafor', 'guest', 'hopper'].map((word) => found.find([word], 25))).toEqual([
    [],
    ['1'],
    ['3'],
    ['2'],
  ])
})

it('finds the same tickets as a look at each of them', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', 'ä', ' ', '-'), maxLength: 8 })
  fc.assert(
    fc.property(fc.array(name, { maxLength: 12 }), fc.array(name, { maxLength: 3 }), (names, asked) => {
      const tickets = names.map((holder, at) => ticket(String(at), holder, ''))
      const words = toSearchWords(asked.join(' '))
      fc.pre(words.length > 0)
      const expected = tickets.filter((each) =>
        words.every((word) => `${toSearchWords(each.holder).join(' ')} ${each.orderNumber}`.includes(word)),
      )
      expect(search(tickets, words.join(' '))).toEqual(expected.map(({ id }) => id))
    }),
  )
})

it('stops at the limit', () => {
  const tickets = Array.from({ length: 40 }, (_, at) => ticket(String(at), 'Ann Lee'))
  expect(search(tickets, 'ann', 25)).toHaveLength(25)
})
