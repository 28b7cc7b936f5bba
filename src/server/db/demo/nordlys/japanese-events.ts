import type { DemoEvent } from '../shape.ts'

export const japaneseEvents: readonly DemoEvent[] = [
  {
    slug: 'metropolis-with-orchestra-tokyo',
    title: 'Metropolis with live orchestra',
    summary: 'Fritz Lang’s city on a twenty-metre screen, with Huppertz’s score played by seventy.',
    when: { week: 7, day: 'saturday', doors: '16:00', starts: '17:00', ends: '20:00' },
    timeZone: 'Asia/Tokyo',
    venue: { name: 'Sumida Triphony Hall', street: '1-2-3 Kinshi', city: 'Tokyo', country: 'Japan' },
    currency: 'JPY',
    delivery: { will_call: 0, post: 480 },
    lineUp: [
      { name: 'Shin-Sumida Philharmonic' },
      { name: 'Naoko Hirata, conductor' },
      { name: 'Per Lindholm, organ' },
    ],
    ticketTypes: [
      { name: 'S seat', price: 9800, capacity: 200, sold: 11, type: 'seated' },
      { name: 'A seat', price: 7800, capacity: 300, sold: 7, type: 'seated' },
      { name: 'B seat', price: 5800, capacity: 240, sold: 9, type: 'seated' },
      {
        name: 'U25 seat',
        description: 'Under 25. The seat is given out at the door.',
        price: 2500,
        capacity: 60,
        sold: 5,
        maxPerOrder: 2,
        type: 'reduced',
      },
    ],
  },
  {
    slug: 'temple-ambient-kyoto',
    title: '静寂 Seijaku: temple ambient',
    summary: 'Shō, singing bowls and electronics at dusk, on the veranda of a dry garden.',
    when: { week: 4, day: 'sunday', doors: '15:30', starts: '16:00', ends: '18:00' },
    timeZone: 'Asia/Tokyo',
    venue: { name: 'Hōnen-in', street: '30 Shishigatani Goshonodan-chō', city: 'Kyoto', country: 'Japan' },
    currency: 'JPY',
    attendeeNames: 'optional',
    ticketTypes: [
      {
        name: 'Place on the veranda',
        description: 'Cushions are there. Warm socks are not.',
        price: 6400,
        capacity: 45,
        sold: 38,
        maxPerOrder: 2,
      },
    ],
  },
  {
    slug: 'snow-country-film-concert',
    title: 'Snow Country: a film concert',
    summary: 'A restored silent film, a new score for koto and string octet.',
    when: { week: 16, day: 'friday', doors: '18:00', starts: '18:45', ends: '21:00' },
    timeZone: 'Asia/Tokyo',
    venue: {
      name: 'ROHM Theatre, North Hall',
      street: '13 Okazaki Saishōji-chō',
      city: 'Kyoto',
      country: 'Japan',
    },
    currency: 'JPY',
    ticketTypes: [
      { name: 'Seat', price: 5500, capacity: 150, saleStartsInDays: 20, type: 'seated' },
      { name: 'Seat, members', price: 4400, capacity: 50, saleStartsInDays: 13, type: 'seated' },
    ],
  },
]
