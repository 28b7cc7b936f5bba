import { describe, expect, test } from 'vitest'
import type { EventDetail, TicketOffer } from '#model/catalog/catalog.ts'
import { googleCalendarUrl, mapUrl, eventStructuredData } from '#model/catalog/event-links.ts'

const PAGE = 'https://aurora.localhost/events/night-garden'
const ADDRESSES = {
  page: PAGE,
  image: `${PAGE}/share.png?v=1`,
  organizer: 'https://aurora.localhost/',
  publishedAt: '2026-11-01T08:00:00.000Z',
}

const event: EventDetail = {
  id: 'e1',
  returns: null,
  codes: { mode: 'open', appearAt: null },
  slug: 'night-garden',
  title: 'Night </script><script>alert(1)</script>',
  summary: 'A garden & a club',
  description: '',
  startsAt: '2026-12-04T19:00:00.000Z',
  endsAt: '2026-12-04T22:30:00.000Z',
  timeZone: 'Europe/Berlin',
  doorsAt: null,
  venue: { name: 'Kantine', street: 'Am Bahnhof 4', city: 'Berlin', country: 'Germany' },
  currency: 'EUR',
  status: 'published',
  coverUrl: '/media/a.avif',
  coverSources: [],
  coverFocus: { x: 50, y: 50 },
  priceFrom: 24.5,
  priceTo: 48,
  availability: 'on_sale',
  ageNote: '',
  promoter: { id: 'p1', name: 'Aurora', primaryColor: '#e11d48', secondaryColor: '#1c1230' },
  attendeeNames: 'none',
  questions: [],
  delivery: [],
  lineUp: [],
  category: null,
  tags: [],
  poster: null,
  gallery: [],
  videoUrl: '',
}

const offer: TicketOffer = {
  id: 't1',
  name: 'Standard',
  description: '',
  price: 23,
  fees: 1.5,
  totalPrice: 24.5,
  quantity: 100,
  maxPerOrder: 10,
  availableQuantity: 10,
  remainingQuantity: 10,
  isAvailable: true,
  soldCount: 0,
  status: 'on_sale',
  saleStartDate: null,
  saleEndDate: null,
  type: 'standard',
}

describe('structured data', () => {
  test('can’t break out of its script, and keeps the title', () => {
    const text = eventStructuredData(event, [offer], ADDRESSES)
    expect(text).not.toContain('<')
    expect(JSON.parse(text)).toMatchObject({
      '@type': 'Event',
      name: event.title,
      startDate: '2026-12-04T20:00:00+01:00',
      url: PAGE,
    })
  })

  test('contains performers with their links', () => {
    const lineUp = [
      { name: 'Halbmond', day: 0, time: '20:45', link: 'https://halbmond.example/' },
      { name: 'Nebenan', day: 0, time: null, link: '' },
    ]
    const { performer } = JSON.parse(eventStructuredData({ ...event, lineUp }, [offer], ADDRESSES))
    expect(performer).toEqual([
      { '@type': 'PerformingGroup', name: 'Halbmond', url: 'https://halbmond.example/' },
      { '@type': 'PerformingGroup', name: 'Nebenan' },
    ])
    expect(JSON.parse(eventStructuredData(event, [offer], ADDRESSES))).not.toHaveProperty('performer')
  })

  test('offers each ticket type at its price with fees', () => {
    const { offers, image } = JSON.parse(
      eventStructuredData(event, [offer, { ...offer, status: 'sold_out' }], ADDRESSES),
    )
    expect(offers).toMatchObject([
      { price: 24.5, priceCurrency: 'EUR', availability: 'https://schema.org/InStock', url: PAGE },
      { availability: 'https://schema.org/SoldOut' },
    ])
    expect(image).toEqual([ADDRESSES.image, 'https://aurora.localhost/media/a.avif'])
  })

  test('contains the start of sale, or the publication', () => {
    const early = { ...offer, saleStartDate: '2026-11-03T09:00:00.000Z' }
    const { offers } = JSON.parse(eventStructuredData(event, [offer, early], ADDRESSES))
    expect(offers).toMatchObject([
      { validFrom: '2026-11-01T09:00:00+01:00' },
      { validFrom: '2026-11-03T10:00:00+01:00' },
    ])
  })

  test('has Google’s required properties also without cover and summary', () => {
    const bare = { ...event, title: 'Garden', summary: '', coverUrl: '', doorsAt: '2026-07-04T18:00:00.000Z' }
    const upcoming = { ...offer, status: 'not_yet', saleStartDate: '2026-11-30T09:00:00.000Z' } as const
    const data = JSON.parse(eventStructuredData(bare, [upcoming], ADDRESSES))
    expect(data).toMatchObject({
      description: 'Garden, Kantine, Berlin',
      startDate: '2026-12-04T20:00:00+01:00',
      endDate: '2026-12-04T23:30:00+01:00',
      doorTime: '2026-07-04T20:00:00+02:00',
      image: [ADDRESSES.image],
      organizer: { '@type': 'Organization', name: 'Aurora', url: ADDRESSES.organizer },
      location: { address: { addressLocality: 'Berlin', addressCountry: 'DE' } },
      offers: [{ availability: 'https://schema.org/PreOrder', validFrom: '2026-11-30T10:00:00+01:00' }],
    })
  })

  test('marks a cancelled event', () => {
    const data = JSON.parse(eventStructuredData({ ...event, status: 'cancelled' }, [], ADDRESSES))
    expect(data.eventStatus).toBe('https://schema.org/EventCancelled')
  })
})

test('a calendar entry has UTC times, the place and the page', () => {
  const { searchParams } = new URL(googleCalendarUrl(event, PAGE))
  expect(searchParams.get('dates')).toBe('20261204T190000Z/20261204T223000Z')
  expect(searchParams.get('location')).toBe('Kantine, Am Bahnhof 4, Berlin, Germany')
  expect(searchParams.get('details')).toBe(PAGE)
})

test('the map link contains the full address', () => {
  expect(new URL(mapUrl(event.venue)).searchParams.get('query')).toBe(
    'Kantine, Am Bahnhof 4, Berlin, Germany',
  )
})
