import { describe, expect, test } from 'vitest'
import { changeRefusal, transferRefusal, type TransferableTicket } from '#model/sales/transfers.ts'

const HOUR_MS = 3_600_000
const START = Date.parse('2026-12-01T20:00:00Z')
const LONG_BEFORE = START - 1000 * HOUR_MS

const GOOD: TransferableTicket = {
  orderStatus: 'paid',
  status: 'valid',
  isBeingRefunded: false,
  eventStatus: 'published',
  eventStartsAt: START,
  eventEndsAt: START + 3 * HOUR_MS,
  allowsTransfers: true,
  transferCutoffHours: 0,
}

describe('what the holder of a ticket may do', () => {
  const CASES: [name: string, Partial<TransferableTicket>, now: number, refusals: (string | undefined)[]][] =
    [
      ['a valid ticket', {}, LONG_BEFORE, [undefined, undefined]],
      [
        'of a partly refunded order',
        { orderStatus: 'partially_refunded' },
        LONG_BEFORE,
        [undefined, undefined],
      ],
      [
        'a void ticket',
        { status: 'void', orderStatus: 'refunded' },
        LONG_BEFORE,
        ['TICKET_VOID', 'TICKET_VOID'],
      ],
      ['while it is refunded', { isBeingRefunded: true }, LONG_BEFORE, ['TICKET_VOID', 'TICKET_VOID']],
      ['of an unpaid order', { orderStatus: 'pending' }, LONG_BEFORE, ['ORDER_NOT_PAID', 'ORDER_NOT_PAID']],
      ['of a cancelled event', { eventStatus: 'cancelled' }, LONG_BEFORE, ['EVENT_OVER', 'EVENT_OVER']],
      ['of an unpublished event', { eventStatus: 'draft' }, LONG_BEFORE, [undefined, undefined]],
      ['an admitted ticket', { status: 'used' }, LONG_BEFORE, [undefined, 'TICKET_ADMITTED']],
      ['where passing on is off', { allowsTransfers: false }, LONG_BEFORE, [undefined, 'TRANSFERS_OFF']],
      ['just before the beginning', {}, START - 1, [undefined, undefined]],
      ['when the event begins', {}, START, [undefined, 'TRANSFERS_OVER']],
      [
        'just before the deadline',
        { transferCutoffHours: 24 },
        START - 24 * HOUR_MS - 1,
        [undefined, undefined],
      ],
      ['at the deadline', { transferCutoffHours: 24 }, START - 24 * HOUR_MS, [undefined, 'TRANSFERS_OVER']],
      ['when the event is over', {}, START + 3 * HOUR_MS, ['EVENT_OVER', 'EVENT_OVER']],
    ]
  test.each(CASES)('%s', (...[, differences, now, refusals]) => {
    const ticket = { ...GOOD, ...differences }
    expect([changeRefusal(ticket, now), transferRefusal(ticket, now)]).toEqual(refusals)
  })
})
