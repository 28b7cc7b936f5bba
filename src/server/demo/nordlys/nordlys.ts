import { japaneseEvents } from './japanese-events.ts'
import { northernEvents } from './northern-events.ts'
import type { DemoPromoter } from '#server/demo/demo-types.ts'

export const nordlys: DemoPromoter = {
  name: 'Nordlys',
  slug: 'nordlys',
  customHost: 'tickets.nordlys.example',
  primaryColor: '#0f3d4c',
  secondaryColor: '#0b1f2a',
  country: 'Finland',
  events: [...northernEvents, ...japaneseEvents],
  promoCodes: [
    { code: 'NORTH15', says: '15% off everything by Nordlys', percent: 15, used: 9 },
    { code: 'SENYEN', says: '¥1,000 off in Japan', amount: 1000, currency: 'JPY', used: 4 },
    {
      code: 'SIBELIUS',
      says: '€10 off Winter Light',
      amount: 10,
      currency: 'EUR',
      eventSlug: 'winter-light-sibelius',
      used: 3,
    },
    {
      code: 'ALLDAY',
      says: 'Half price for the whole Beethoven day',
      percent: 50,
      eventSlug: 'beethoven-late-quartets-in-one-day',
      ticketTypes: ['The whole day'],
      maxUses: 20,
      used: 2,
    },
  ],
}
