import { berlinEvents } from './berlin-events.ts'
import { lisbonEvents } from './lisbon-events.ts'
import type { DemoPromoter } from '#server/demo/demo-types.ts'

export const aurora: DemoPromoter = {
  name: 'Aurora',
  slug: 'aurora',
  customHost: 'tickets.aurora.example',
  primaryColor: '#f0357a',
  secondaryColor: '#1d0f3a',
  country: 'Germany',
  // German rates: reduced for concerts, standard for club nights and other items.
  taxes: {
    included: true,
    rounding: 'keep_gross',
    rates: {
      standard: { name: 'VAT', percent: 19 },
      reduced: { name: 'VAT', percent: 7 },
    },
    usual: ['standard'],
  },
  legal: {
    name: 'Aurora Veranstaltungen GmbH',
    address: 'Köpenicker Chaussee 11\n10317 Berlin\nGermany',
    taxId: 'VAT ID DE000000000',
  },
  events: [...berlinEvents, ...lisbonEvents],
  promoCodes: [
    { code: 'AURORA10', says: '10% off everything by Aurora', percent: 10, used: 14 },
    { code: 'FIVER', says: '€5 off', amount: 5, currency: 'EUR', used: 6 },
    {
      code: 'WEEKENDER20',
      says: '20% off the Aurora Weekender, €30 at most',
      percent: 20,
      atMost: 30,
      currency: 'EUR',
      eventSlug: 'aurora-weekender-cascais',
      used: 3,
    },
    {
      code: 'HALBMOND',
      says: '15% off the standing ticket of Halbmond',
      percent: 15,
      eventSlug: 'halbmond-album-release',
      ticketTypes: ['Standing'],
      used: 3,
    },
    { code: 'WELCOME', says: '12.5% off, once per customer', percent: 12.5, maxUsesPerCustomer: 1, used: 5 },
    {
      code: 'FIRST40',
      says: '€4 off for the first 40 orders',
      amount: 4,
      currency: 'EUR',
      maxUses: 40,
      used: 7,
    },
    { code: 'FLASH12', says: 'Used up: limited to twelve orders', percent: 30, maxUses: 12, used: 12 },
    { code: 'NEWYEAR', says: 'Not valid until next month', percent: 25, startsInDays: 35, endsInDays: 60 },
    { code: 'SUMMER', says: 'Ended weeks ago', percent: 15, startsInDays: -120, endsInDays: -20, used: 2 },
  ],
}
