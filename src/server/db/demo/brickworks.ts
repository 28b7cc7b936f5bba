import type { DemoEvent, DemoPromoter } from './shape.ts'

const brooklyn = (name: string, street: string) => ({ name, street, city: 'Brooklyn', country: 'United States' })
const chicago = (name: string, street: string) => ({ name, street, city: 'Chicago', country: 'United States' })
const portland = (name: string, street: string) => ({ name, street, city: 'Portland', country: 'United States' })

const BROOKLYN_EVENTS: readonly DemoEvent[] = [
  {
    slug: 'laugh-track-friday',
    title: 'Laugh Track Friday',
    summary: 'Five comics, one host, no crowd work unless you start it.',
    when: { week: 1, day: 'friday', doors: '19:00', starts: '20:00', ends: '22:00' },
    timeZone: 'America/New_York',
    venue: brooklyn('The Kiln', '214 Meserole St'),
    currency: 'USD',
    ageNote: '21 and over. Two-drink minimum, and one of them may be water.',
    attendeeNames: 'none',
    ticketTypes: [
      { name: 'General admission', price: 22, capacity: 110, sold: 18, maxPerOrder: 8 },
      { name: 'Front table for four', description: 'One ticket is the whole table.', price: 120, capacity: 6, sold: 4, maxPerOrder: 1, type: 'table' },
    ],
  },
  {
    slug: 'fully-improvised-musical',
    title: 'Overture! The fully improvised musical',
    summary: 'You shout a title. They sing ninety minutes of it.',
    when: { week: 2, day: 'saturday', doors: '18:30', starts: '19:00', ends: '20:40' },
    timeZone: 'America/New_York',
    venue: brooklyn('Union Mill Theater', '81 Kent Ave'),
    currency: 'USD',
    ticketTypes: [{ name: 'Seat', price: 28, capacity: 36, sold: 36, maxPerOrder: 6, type: 'seated' }],
  },
  {
    slug: 'borough-table-food-fair',
    title: 'Borough Table: the winter food fair',
    summary: 'Sixty kitchens from five boroughs under one roof for two days.',
    when: { week: 8, day: 'saturday', doors: '10:45', starts: '11:00', ends: '19:00', extraDays: 1 },
    timeZone: 'America/New_York',
    venue: brooklyn('Industry Yard', '274 36th St'),
    currency: 'USD',
    ageNote: 'All ages. ID at the wine tables.',
    delivery: { will_call: 0 },
    questions: [
      { id: 'fair-diet', scope: 'order', label: 'What should the kitchens know?', kind: 'text', choices: [], required: false },
      { id: 'fair-news', scope: 'order', label: 'Send me the list of kitchens a week before', kind: 'checkbox', choices: [], required: false },
    ],
    ticketTypes: [
      { name: 'Saturday, 11:00 entry', price: 18, capacity: 150, sold: 13, type: 'timed' },
      { name: 'Saturday, 15:00 entry', price: 18, capacity: 150, sold: 4, type: 'timed' },
      { name: 'Sunday, 11:00 entry', price: 18, capacity: 150, sold: 6, type: 'timed' },
      { name: 'Sunday, 15:00 entry', price: 15, capacity: 150, sold: 2, type: 'timed' },
      { name: 'Both days', price: 29, capacity: 100, sold: 5, type: 'weekend' },
      { name: 'Tasting flight', description: 'Eight small plates. Needs an entry ticket.', price: 32, capacity: 120, sold: 7, type: 'extra' },
      { name: 'Natural wine flight', description: 'Five glasses, 21 and over.', price: 26, capacity: 60, sold: 3, type: 'extra' },
      { name: 'Child under 12', price: 0, capacity: 120, sold: 6, type: 'free' },
    ],
  },
  {
    slug: 'slow-news-live',
    title: 'Slow News, live',
    summary: 'The podcast that waits a year before it has an opinion, on a stage for once.',
    when: { week: 3, day: 'thursday', doors: '18:30', starts: '19:30', ends: '21:15' },
    timeZone: 'America/New_York',
    venue: brooklyn('The Kiln', '214 Meserole St'),
    currency: 'USD',
    delivery: { will_call: 0 },
    ticketTypes: [
      { name: 'Seat', price: 34, capacity: 56, sold: 47, maxPerOrder: 4, type: 'seated' },
      { name: 'Seat and the after-hour', description: 'A drink with the hosts, off the record.', price: 70, capacity: 8, sold: 5, maxPerOrder: 2, type: 'bundle' },
    ],
  },
]

const WESTERN_EVENTS: readonly DemoEvent[] = [
  {
    slug: 'unfinished-business-talk',
    title: 'Unfinished Business: an evening with people who quit',
    summary: 'A surgeon, a quarterback and a bishop on the day they stopped.',
    when: { week: 4, day: 'wednesday', doors: '18:00', starts: '19:00', ends: '20:45' },
    timeZone: 'America/Chicago',
    venue: chicago('Printers Row Hall', '731 S Plymouth Ct'),
    currency: 'USD',
    attendeeNames: 'optional',
    questions: [{ id: 'quit-question', scope: 'order', label: 'What would you ask them?', kind: 'text', choices: [], required: false }],
    ticketTypes: [
      { name: 'Main floor', price: 30, capacity: 140, sold: 11, type: 'seated' },
      { name: 'Gallery', price: 20, capacity: 80, sold: 3, type: 'seated' },
      { name: 'Stream', description: 'The link comes an hour before.', price: 8, capacity: 500, sold: 4, type: 'online', paused: true },
    ],
  },
  {
    slug: 'open-mic-at-the-press',
    title: 'Open mic at the Press',
    summary: 'Free to come, free to leave, five minutes each. Sign up at the door.',
    when: { week: 1, day: 'monday', doors: '19:00', starts: '19:30', ends: '22:00' },
    timeZone: 'America/Chicago',
    venue: chicago('The Press Room', '1134 W Washington Blvd'),
    currency: 'USD',
    attendeeNames: 'none',
    ticketTypes: [{ name: 'Seat', price: 0, capacity: 60, sold: 16, maxPerOrder: 4, type: 'free' }],
  },
  {
    slug: 'glass-elevator-play',
    title: 'The Glass Elevator',
    summary: 'A new play by Imani Okafor: two strangers, forty floors, one power cut.',
    when: { week: 6, day: 'friday', doors: '19:00', starts: '19:30', ends: '21:20' },
    timeZone: 'America/Los_Angeles',
    venue: portland('Ironwood Playhouse', '602 NE Prescott St'),
    currency: 'USD',
    ageNote: 'From 14 years. Strobe light for a few seconds.',
    delivery: { will_call: 0, post: 5 },
    ticketTypes: [
      { name: 'Orchestra', price: 45, capacity: 120, sold: 9, type: 'seated' },
      { name: 'Mezzanine', price: 32, capacity: 80, sold: 6, type: 'seated' },
      { name: 'Preview rush', description: 'Was on sale until last week.', price: 15, capacity: 20, sold: 8, maxPerOrder: 2, type: 'early_bird', saleEndsInDays: -7 },
      { name: 'Under 30', price: 20, capacity: 40, sold: 5, maxPerOrder: 2, type: 'reduced' },
    ],
  },
  {
    slug: 'portland-story-slam',
    title: 'Story slam: the wrong bus',
    summary: 'True stories, told without notes, on one theme.',
    when: { week: 10, day: 'tuesday', doors: '18:30', starts: '19:30', ends: '21:30' },
    timeZone: 'America/Los_Angeles',
    venue: portland('Alberta Room', '3000 NE Alberta St'),
    currency: 'USD',
    ticketTypes: [{ name: 'Seat', price: 16, capacity: 200, saleStartsInDays: 6 }],
  },
]

export const brickworks: DemoPromoter = {
  name: 'Brickworks',
  slug: 'brickworks',
  customHost: 'tickets.brickworks.example',
  primaryColor: '#ffcb3d',
  secondaryColor: '#4a1d12',
  fees: { USD: { ticketBaseFee: 1.25, ticketPercentageFee: 3.5, orderProcessingFee: 2, orderPercentageFee: 0.01 } },
  events: [...BROOKLYN_EVENTS, ...WESTERN_EVENTS],
  promoCodes: [
    { code: 'BRICK15', says: '15 % off everything by Brickworks, $20 at most', percent: 15, atMost: 20, currency: 'USD', used: 8 },
    { code: 'TWOBUCKS', says: '$2 off, twice per customer', amount: 2, currency: 'USD', maxUsesPerCustomer: 2, used: 5 },
    { code: 'MEZZ', says: '$7 off the mezzanine of The Glass Elevator', amount: 7, currency: 'USD', eventSlug: 'glass-elevator-play', ticketTypes: ['Mezzanine'], used: 1 },
    { code: 'ONTHEHOUSE', says: 'Everything off Laugh Track Friday, for ten orders', percent: 100, eventSlug: 'laugh-track-friday', maxUses: 10, used: 2 },
  ],
}
