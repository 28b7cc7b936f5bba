import type { DemoEvent, DemoPromoter } from './shape.ts'

const helsinki = (name: string, street: string) => ({ name, street, city: 'Helsinki', country: 'Finland' })
const oslo = (name: string, street: string) => ({ name, street, city: 'Oslo', country: 'Norway' })

const NORTHERN_EVENTS: readonly DemoEvent[] = [
  {
    slug: 'winter-light-sibelius',
    title: 'Winter Light: Sibelius by candle',
    summary: 'Symphonies No. 6 and No. 7 without a break, in a hall lit by eleven hundred candles.',
    when: { week: 3, day: 'friday', doors: '18:15', starts: '19:00', ends: '20:45' },
    timeZone: 'Europe/Helsinki',
    venue: helsinki('Musiikkitalo', 'Mannerheimintie 13 A'),
    currency: 'EUR',
    delivery: { will_call: 0, post: 3.5 },
    // One fee for the order, none for each ticket.
    fees: { ticketBaseFee: 0, ticketPercentageFee: 0, orderProcessingFee: 2.5, orderPercentageFee: 0 },
    ticketTypes: [
      { name: 'Stalls', price: 64, capacity: 220, sold: 14, type: 'seated' },
      { name: 'Terrace', price: 48, capacity: 180, sold: 9, type: 'seated' },
      { name: 'Behind the orchestra', description: 'You see what the strings see: the conductor.', price: 29, capacity: 60, sold: 11, type: 'seated' },
      { name: 'Student or unemployed', description: 'Show a card at the door.', price: 18, capacity: 40, sold: 6, maxPerOrder: 2, type: 'reduced' },
      { name: 'Wheelchair place with companion', description: 'Admits two.', price: 29, capacity: 6, sold: 1, maxPerOrder: 1, type: 'access' },
    ],
  },
  {
    slug: 'aino-quartet-late-schubert',
    title: 'Aino Quartet: late Schubert',
    summary: '“Rosamunde” and “Death and the Maiden” for ninety people on four sides of the players.',
    when: { week: 2, day: 'wednesday', doors: '18:30', starts: '19:00', ends: '20:50' },
    timeZone: 'Europe/Helsinki',
    venue: helsinki('Ritarihuone', 'Ritarikatu 1'),
    currency: 'EUR',
    ticketTypes: [
      { name: 'First ring', price: 42, capacity: 30, sold: 30, maxPerOrder: 4, type: 'seated' },
      { name: 'Second ring', price: 32, capacity: 60, sold: 48, maxPerOrder: 4, type: 'seated' },
    ],
  },
  {
    slug: 'beethoven-late-quartets-in-one-day',
    title:
      'The complete late string quartets of Ludwig van Beethoven, played in one day from morning to midnight, with four intervals, soup, and a walk along the shore',
    summary: 'Op. 127, 130 with the Great Fugue, 131, 132 and 135. Come for one, stay for all.',
    when: { week: 9, day: 'sunday', doors: '09:30', starts: '10:00', ends: '23:59' },
    timeZone: 'Europe/Helsinki',
    venue: helsinki('Temppeliaukion kirkko', 'Lutherinkatu 3'),
    currency: 'EUR',
    questions: [{ id: 'beethoven-soup', scope: 'attendee', label: 'Which soup?', kind: 'choice', choices: ['Salmon', 'Beetroot', 'None, thank you'], required: true }],
    attendeeNames: 'optional',
    ticketTypes: [
      { name: 'The whole day', description: 'All five quartets and the soup.', price: 85, capacity: 160, sold: 10, type: 'day' },
      { name: 'Morning: Op. 127', price: 22, capacity: 80, sold: 3 },
      { name: 'Noon: Op. 130 and the Great Fugue', price: 28, capacity: 80, sold: 2 },
      { name: 'Afternoon: Op. 132', price: 26, capacity: 80, sold: 2 },
      { name: 'Evening: Op. 131', price: 28, capacity: 80, sold: 4 },
      { name: 'Night: Op. 135', price: 20, capacity: 80 },
      { name: 'Listener under 25', description: 'The whole day, without soup.', price: 25, capacity: 40, sold: 5, type: 'reduced' },
    ],
  },
  {
    slug: 'bear-and-the-bassoon',
    title: 'The Bear and the Bassoon',
    summary: 'A concert for people from three years up, and for those who bring them.',
    when: { week: 5, day: 'saturday', doors: '10:30', starts: '11:00', ends: '11:50' },
    timeZone: 'Europe/Helsinki',
    venue: helsinki('Savoy-teatteri', 'Kasarmikatu 46–48'),
    currency: 'EUR',
    ageNote: 'From 3 years. Babies welcome, free, in slings.',
    questions: [{ id: 'bear-count', scope: 'order', label: 'Who meets the bear afterwards?', kind: 'choice', choices: ['All of us', 'Only the grown-ups', 'Nobody, we are scared'], required: false }],
    attendeeNames: 'none',
    ticketTypes: [
      { name: 'Child', price: 0, capacity: 180, sold: 14, type: 'free' },
      { name: 'Grown-up', price: 14, capacity: 180, sold: 12 },
    ],
  },
  {
    slug: 'sleep-concert-oslo',
    title: 'Sleep concert: eight hours',
    summary: 'Lie down at eleven, wake up at seven. Organ, strings and slow tape, all night.',
    when: { week: 6, day: 'saturday', doors: '22:00', starts: '23:00', ends: '07:00' },
    timeZone: 'Europe/Oslo',
    venue: oslo('Kulturkirken Jakob', 'Hausmanns gate 14'),
    currency: 'EUR',
    ageNote: '16 and over.',
    attendeeNames: 'required',
    questions: [{ id: 'sleep-mat', scope: 'attendee', label: 'I need a mat', kind: 'checkbox', choices: [], required: false }],
    ticketTypes: [
      { name: 'Floor place', description: 'Bring a mat, a pillow and a blanket.', price: 39, capacity: 110, sold: 19, maxPerOrder: 4 },
      { name: 'Bed on the gallery', price: 79, capacity: 12, sold: 12, maxPerOrder: 2 },
    ],
  },
  {
    slug: 'ligeti-in-the-dark',
    title: 'Ligeti in the dark',
    summary: 'A hundred metronomes, a choir, no light at all.',
    when: { week: -2, day: 'thursday', doors: '19:30', starts: '20:00', ends: '21:15' },
    timeZone: 'Europe/Oslo',
    venue: oslo('Sentralen', 'Øvre Slottsgate 3'),
    currency: 'EUR',
    ticketTypes: [{ name: 'Seat', price: 35, capacity: 90, sold: 28 }],
  },
]

const JAPANESE_EVENTS: readonly DemoEvent[] = [
  {
    slug: 'metropolis-with-orchestra-tokyo',
    title: 'Metropolis with live orchestra',
    summary: 'Fritz Lang’s city on a twenty-metre screen, with Huppertz’s score played by seventy.',
    when: { week: 7, day: 'saturday', doors: '16:00', starts: '17:00', ends: '20:00' },
    timeZone: 'Asia/Tokyo',
    venue: { name: 'Sumida Triphony Hall', street: '1-2-3 Kinshi', city: 'Tokyo', country: 'Japan' },
    currency: 'JPY',
    delivery: { will_call: 0, post: 480 },
    ticketTypes: [
      { name: 'S seat', price: 9800, capacity: 200, sold: 11, type: 'seated' },
      { name: 'A seat', price: 7800, capacity: 300, sold: 7, type: 'seated' },
      { name: 'B seat', price: 5800, capacity: 240, sold: 9, type: 'seated' },
      { name: 'U25 seat', description: 'Under 25. The seat is given out at the door.', price: 2500, capacity: 60, sold: 5, maxPerOrder: 2, type: 'reduced' },
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
    ticketTypes: [{ name: 'Place on the veranda', description: 'Cushions are there. Warm socks are not.', price: 6400, capacity: 45, sold: 38, maxPerOrder: 2 }],
  },
  {
    slug: 'snow-country-film-concert',
    title: 'Snow Country: a film concert',
    summary: 'A restored silent film, a new score for koto and string octet.',
    when: { week: 16, day: 'friday', doors: '18:00', starts: '18:45', ends: '21:00' },
    timeZone: 'Asia/Tokyo',
    venue: { name: 'ROHM Theatre, North Hall', street: '13 Okazaki Saishōji-chō', city: 'Kyoto', country: 'Japan' },
    currency: 'JPY',
    ticketTypes: [
      { name: 'Seat', price: 5500, capacity: 150, saleStartsInDays: 20, type: 'seated' },
      { name: 'Seat, members', price: 4400, capacity: 50, saleStartsInDays: 13, type: 'seated' },
    ],
  },
]

export const nordlys: DemoPromoter = {
  name: 'Nordlys',
  slug: 'nordlys',
  customHost: 'tickets.nordlys.example',
  primaryColor: '#0f3d4c',
  secondaryColor: '#0b1f2a',
  events: [...NORTHERN_EVENTS, ...JAPANESE_EVENTS],
  promoCodes: [
    { code: 'NORTH15', says: '15 % off everything by Nordlys', percent: 15, used: 9 },
    { code: 'SENYEN', says: '¥1,000 off in Japan', amount: 1000, currency: 'JPY', used: 4 },
    { code: 'SIBELIUS', says: '€10 off Winter Light', amount: 10, currency: 'EUR', eventSlug: 'winter-light-sibelius', used: 3 },
    { code: 'ALLDAY', says: 'Half price for the whole Beethoven day', percent: 50, eventSlug: 'beethoven-late-quartets-in-one-day', ticketTypes: ['The whole day'], maxUses: 20, used: 2 },
  ],
}
