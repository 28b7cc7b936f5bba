import { describe, expect, it } from 'vitest'
import { admissionStart, returnDeadline, type ReturnOffer } from '#model/catalog/returns/return-rules.ts'
import {
  formatReturnDeadline,
  returnRuleMessage,
  returnRuleMessages,
} from '#model/catalog/returns/return-messages.ts'

const BERLIN = 'Europe/Berlin'
const at = (iso: string): number => Date.parse(iso)
const deadline = (begin: string, days: number, timeZone = BERLIN): string =>
  new Date(returnDeadline({ beginsAt: at(begin), timeZone }, days)).toISOString()

describe('the deadline for returns', () => {
  it('is the end of the last day at the venue', () => {
    expect(deadline('2026-12-01T20:00:00Z', 3)).toBe('2026-11-28T23:00:00.000Z')
    expect(deadline('2026-12-01T20:00:00Z', 1)).toBe('2026-11-30T23:00:00.000Z')
    expect(deadline('2026-12-01T20:00:00Z', 3, 'America/New_York')).toBe('2026-11-29T05:00:00.000Z')
  })

  it('with 0 days is the begin, or when doors open', () => {
    expect(deadline('2026-12-01T20:00:00Z', 0)).toBe('2026-12-01T20:00:00.000Z')
    const startsAt = new Date('2026-12-01T20:00:00Z')
    const doorsAt = new Date('2026-12-01T19:00:00Z')
    expect(admissionStart({ startsAt, doorsAt })).toBe(doorsAt.getTime())
    expect(admissionStart({ startsAt, doorsAt: null })).toBe(startsAt.getTime())
  })

  it('is a day of the calendar, also when clocks change', () => {
    expect(deadline('2026-10-26T19:00:00Z', 1)).toBe('2026-10-25T23:00:00.000Z')
    expect(deadline('2026-10-26T19:00:00Z', 2)).toBe('2026-10-24T22:00:00.000Z')
  })

  it('exists for the day after which midnight is skipped', () => {
    expect(deadline('2026-09-08T20:00:00Z', 3, 'America/Santiago')).toBe('2026-09-06T04:00:00.000Z')
  })
})

const offer: ReturnOffer = {
  days: 7,
  feePercent: 0,
  feePerTicket: 0,
  returnsFees: true,
  refundAs: 'money',
  voucherInFull: false,
  until: '2026-11-24T23:00:00.000Z',
}
const event = { returns: offer, currency: 'EUR', timeZone: BERLIN, doorsAt: null, title: 'Night Shift' }
const NOW = at('2026-11-21T12:00:00Z')
const sentence = (change: Partial<ReturnOffer>, more = {}, now = NOW): string =>
  returnRuleMessage({ ...event, returns: { ...offer, ...change }, ...more }, now)

describe('the sentence about returns', () => {
  it('names the last day and the deduction', () => {
    expect(sentence({})).toBe('You can return tickets until 24 November, for the full price.')
    expect(sentence({ feePerTicket: 2 })).toBe(
      'You can return tickets until 24 November, for the full price minus €2.00 each.',
    )
    expect(sentence({ feePercent: 12.5, feePerTicket: 2, returnsFees: false })).toBe(
      'You can return tickets until 24 November, for the full price minus 12.5% and €2.00 each. Fees aren’t refunded.',
    )
    expect(sentence({ refundAs: 'voucher' })).toBe(
      'You can return tickets until 24 November, for the full price. You get a voucher.',
    )
    expect(sentence({ refundAs: 'choice', feePercent: 10, voucherInFull: true })).toBe(
      'You can return tickets until 24 November, for the full price minus 10% each. You can choose between a refund and a voucher, without the deduction.',
    )
    expect(sentence({}, {}, at('2025-12-30T12:00:00Z'))).toBe(
      'You can return tickets until 24 November 2026, for the full price.',
    )
  })

  it('names doors or begin where that is the deadline', () => {
    expect(sentence({ days: 0 })).toBe('You can return tickets until the event begins, for the full price.')
    expect(sentence({ days: 0 }, { doorsAt: '2026-12-01T19:00:00Z' })).toBe(
      'You can return tickets until doors open, for the full price.',
    )
  })

  it('says when it is too late, and nothing without a rule', () => {
    expect(sentence({}, {}, at('2026-11-24T23:00:00Z'))).toBe('Tickets can no longer be returned.')
    expect(returnRuleMessage({ ...event, returns: null }, NOW)).toBe('')
  })

  it('has the same last day as the deadline of a single ticket', () => {
    expect(formatReturnDeadline(offer.until, BERLIN, NOW)).toBe('24 November')
    expect(formatReturnDeadline('2026-12-01T19:00:00Z', BERLIN, NOW)).toBe('Tue 1 Dec, 20:00')
  })

  it('names the event where a cart has several', () => {
    const other = { ...event, title: 'Day Shift', returns: null }
    expect(returnRuleMessages([event], NOW)).toEqual([sentence({})])
    expect(returnRuleMessages([event, other], NOW)).toEqual([`Night Shift: ${sentence({})}`])
  })
})
