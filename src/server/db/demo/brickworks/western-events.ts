import type { DemoEvent } from '../shape.ts'

const chicago = (name: string, street: string) => ({
  name,
  street,
  city: 'Chicago',
  country: 'United States',
})
const portland = (name: string, street: string) => ({
  name,
  street,
  city: 'Portland',
  country: 'United States',
})

export const westernEvents: readonly DemoEvent[] = [
  {
    slug: 'unfinished-business-talk',
    title: 'Unfinished Business: an evening with people who quit',
    summary: 'A surgeon, a quarterback and a bishop on the day they stopped.',
    when: { week: 4, day: 'wednesday', doors: '18:00', starts: '19:00', ends: '20:45' },
    timeZone: 'America/Chicago',
    venue: chicago('Printers Row Hall', '731 S Plymouth Ct'),
    currency: 'USD',
    attendeeNames: 'optional',
    questions: [
      {
        id: 'quit-question',
        scope: 'order',
        label: 'What would you ask them?',
        kind: 'text',
        choices: [],
        required: false,
      },
    ],
    ticketTypes: [
      { name: 'Main floor', price: 30, capacity: 140, sold: 11, type: 'seated' },
      { name: 'Gallery', price: 20, capacity: 80, sold: 3, type: 'seated' },
      {
        name: 'Stream',
        description: 'The link comes an hour before.',
        price: 8,
        capacity: 500,
        sold: 4,
        type: 'online',
        paused: true,
      },
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
      {
        name: 'Preview rush',
        description: 'Was on sale until last week.',
        price: 15,
        capacity: 20,
        sold: 8,
        maxPerOrder: 2,
        type: 'early_bird',
        saleEndsInDays: -7,
      },
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
