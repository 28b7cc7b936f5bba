import { brooklynEvents } from './brooklyn-events.ts'
import { westernEvents } from './western-events.ts'
import type { DemoPromoter } from '#server/demo/demo-types.ts'

export const brickworks: DemoPromoter = {
  name: 'Brickworks',
  slug: 'brickworks',
  customHost: 'tickets.brickworks.example',
  primaryColor: '#ffcb3d',
  secondaryColor: '#4a1d12',
  country: 'United States',
  fees: {
    USD: { ticketBaseFee: 1.25, ticketPercentageFee: 3.5, orderProcessingFee: 2, orderPercentageFee: 0.01 },
  },
  // New York rates; US prices exclude taxes.
  taxes: {
    included: false,
    rounding: 'per_line',
    rates: {
      state: { name: 'State tax', percent: 4 },
      city: { name: 'City tax', percent: 4.5 },
      mta: { name: 'MTA tax', percent: 0.375 },
    },
    usual: ['state', 'city', 'mta'],
  },
  legal: {
    name: 'Brickworks Presents LLC',
    address: '214 Meserole St\nBrooklyn, NY 11206\nUnited States',
    taxId: 'EIN 00-0000000',
  },
  events: [...brooklynEvents, ...westernEvents],
  promoCodes: [
    {
      code: 'BRICK15',
      says: '15% off everything by Brickworks, $20 at most',
      percent: 15,
      atMost: 20,
      currency: 'USD',
      used: 8,
    },
    {
      code: 'TWOBUCKS',
      says: '$2 off, twice per customer',
      amount: 2,
      currency: 'USD',
      maxUsesPerCustomer: 2,
      used: 5,
    },
    {
      code: 'MEZZ',
      says: '$7 off the mezzanine of The Glass Elevator',
      amount: 7,
      currency: 'USD',
      eventSlug: 'glass-elevator-play',
      ticketTypes: ['Mezzanine'],
      used: 1,
    },
    {
      code: 'ONTHEHOUSE',
      says: '100% off Laugh Track Friday, for ten orders',
      percent: 100,
      eventSlug: 'laugh-track-friday',
      maxUses: 10,
      used: 2,
    },
  ],
}
