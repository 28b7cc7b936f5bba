import { describe, expect, test } from 'vitest'
import {
  availabilityLabel,
  dateInTimeZone,
  eventState,
  formatFees,
  firstSaleStart,
  formatEventDateRange,
  formatEventDate,
  formatHours,
  formatMoment,
  formatPrice,
  formatPriceRange,
  formatTimeUntil,
  formatTimeZone,
} from '#model/catalog/format-event.ts'

const NOW = Date.parse('2026-11-21T09:00:00Z')

const concert = {
  startsAt: '2026-12-04T19:00:00Z',
  endsAt: '2026-12-04T22:30:00Z',
  timeZone: 'Europe/Berlin',
}
const clubNight = {
  startsAt: '2026-12-04T22:00:00Z',
  endsAt: '2026-12-05T05:00:00Z',
  timeZone: 'Europe/Berlin',
}
const festival = { startsAt: '2026-12-18T15:00:00Z', endsAt: '2026-12-20T22:00:00Z', timeZone: 'Europe/Oslo' }
const newYear = {
  startsAt: '2026-12-30T19:00:00Z',
  endsAt: '2027-01-02T22:00:00Z',
  timeZone: 'America/New_York',
}
const twoDays = { startsAt: '2026-12-05T09:00:00Z', endsAt: '2026-12-06T07:00:00Z', timeZone: 'Asia/Tokyo' }

describe('dates in the event’s time zone', () => {
  test.each([
    [concert, 'Fri 4 Dec, 20:00', 'Friday 4 December 2026', '20:00 – 23:30, Berlin time'],
    [clubNight, 'Fri 4 Dec, 23:00', 'Friday 4 December 2026', '23:00 – 06:00, Berlin time'],
    [festival, '18 – 20 Dec', 'Friday 18 – Sunday 20 December 2026', '16:00 – ends Sun 23:00, Oslo time'],
    [
      newYear,
      '30 Dec – 2 Jan 2027',
      'Wednesday 30 December 2026 – Saturday 2 January 2027',
      '14:00 – ends Sat 17:00, New York time',
    ],
    [twoDays, '5 – 6 Dec', 'Saturday 5 – Sunday 6 December 2026', '18:00 – ends Sun 16:00, Tokyo time'],
  ])('%j', (event, ...words) => {
    expect([formatEventDate(event, NOW), formatEventDateRange(event), formatHours(event)]).toEqual(words)
  })

  test('include the year when it isn’t the current one', () => {
    expect(formatMoment('2027-09-03T18:00:00Z', 'Europe/Lisbon', NOW)).toBe('Fri 3 Sep 2027, 19:00')
  })

  test('show midnight as 00:00', () => {
    expect(formatMoment('2026-12-04T23:00:00Z', 'Europe/Berlin', NOW)).toBe('Sat 5 Dec, 00:00')
  })

  test.each([
    ['Asia/Tokyo', '2026-11-22'],
    ['America/Los_Angeles', '2026-11-21'],
    ['UTC', '2026-11-21'],
  ])('the day in %s is %s', (timeZone, day) => {
    expect(dateInTimeZone(timeZone, Date.parse('2026-11-21T16:00:00Z'))).toBe(day)
  })

  test.each([
    ['America/Argentina/Buenos_Aires', 'Buenos Aires time'],
    ['UTC', 'UTC'],
  ])('%s is formatted as %s', (timeZone, words) => {
    expect(formatTimeZone(timeZone)).toBe(words)
  })
})

describe('the state of an event', () => {
  const event = { status: 'published', availability: 'on_sale', endsAt: concert.endsAt } as const

  test.each([
    [event, 'on_sale'],
    [{ ...event, availability: 'sold_out' }, 'sold_out'],
    [{ ...event, endsAt: '2026-11-21T09:00:00Z' }, 'past'],
    [{ ...event, status: 'cancelled', endsAt: '2026-11-01T09:00:00Z' }, 'cancelled'],
  ] as const)('%j is %s', (each, state) => {
    expect(eventState(each, NOW)).toBe(state)
  })
})

describe('formatted availability', () => {
  const offer = { status: 'on_sale', remainingQuantity: 12, saleStartDate: null } as const

  test.each([
    [offer, '12 left'],
    [{ ...offer, remainingQuantity: 19 }, '19 left'],
    [{ ...offer, remainingQuantity: 20 }, ''],
    [{ ...offer, status: 'sold_out', remainingQuantity: 0 }, 'Sold out'],
    [{ ...offer, status: 'not_yet', saleStartDate: '2026-12-04T09:00:00Z' }, 'On sale from Fri 4 Dec, 10:00'],
    [{ ...offer, status: 'not_yet' }, 'On sale soon'],
    [{ ...offer, status: 'ended' }, 'Sale ended'],
    [{ ...offer, status: 'paused' }, 'Not on sale'],
  ] as const)('%j: %s', (each, words) => {
    expect(availabilityLabel(each, 'Europe/Berlin', NOW)).toBe(words)
  })

  test('the first sale is the earliest future one', () => {
    const later = { status: 'not_yet', saleStartDate: '2026-12-02T09:00:00Z' } as const
    const sooner = { status: 'not_yet', saleStartDate: '2026-12-01T09:00:00Z' } as const
    expect(
      firstSaleStart([{ status: 'on_sale', saleStartDate: '2026-01-01T09:00:00Z' }, later, sooner]),
    ).toBe(sooner.saleStartDate)
    expect(firstSaleStart([offer])).toBeNull()
  })

  test.each([
    ['2026-11-21T09:00:30Z', 'in 1 minute'],
    ['2026-11-21T10:59:00Z', 'in 119 minutes'],
    ['2026-11-21T14:00:00Z', 'in 5 hours'],
    ['2026-12-04T09:00:00Z', 'in 13 days'],
  ])('%s is %s', (iso, words) => {
    expect(formatTimeUntil(iso, NOW)).toBe(words)
  })
})

describe('formatted prices', () => {
  test.each([
    [24.5, 'EUR', '€24.50'],
    [5800, 'JPY', '¥5,800'],
    [0, 'USD', 'Free'],
  ])('%f %s is %s', (price, currency, words) => {
    expect(formatPrice(price, currency)).toBe(words)
  })

  const none = { ticketBaseFee: 0, ticketPercentageFee: 0, orderProcessingFee: 0, orderPercentageFee: 0 }

  test.each([
    [
      { ...none, ticketBaseFee: 1.2, ticketPercentageFee: 0.03 },
      'Prices include a ticket fee of €1.20 + 3%.',
    ],
    [
      { ...none, ticketPercentageFee: 2.5, orderProcessingFee: 0.5 },
      'Prices include a ticket fee of 2.5% and an order fee of €0.50. The order fee is charged once per order, regardless of the number of tickets.',
    ],
    [none, ''],
  ])('§5, fees %j', (fees, words) => {
    expect(formatFees(fees, 'EUR')).toBe(words)
  })

  test.each([
    [
      { priceFrom: 0, priceTo: 0 },
      { words: 'Free', isFrom: false, isPriced: false },
    ],
    [
      { priceFrom: 0, priceTo: 39.53 },
      { words: 'Free – $39.53', isFrom: false, isPriced: true },
    ],
    [
      { priceFrom: 20.27, priceTo: 39.53 },
      { words: '$20.27', isFrom: true, isPriced: true },
    ],
    [
      { priceFrom: null, priceTo: null },
      { words: '', isFrom: false, isPriced: false },
    ],
  ])('of an event with %j', (prices, expected) => {
    expect(formatPriceRange({ ...prices, currency: 'USD' })).toEqual(expected)
  })
})
