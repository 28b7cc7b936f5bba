import { describe, expect, it } from 'vitest'
import { eventCalendar, type CalendarEntry } from '#server/catalog/calendars/event-calendar.ts'

const event: CalendarEntry['event'] = {
  id: '65af29e2-a721-483f-aa9f-4116bb6aab02',
  title: 'Night; “Ünï”, \\ part 1',
  summary: '',
  startsAt: '2027-10-30T20:00:00.000Z',
  endsAt: '2027-10-31T03:00:00.000Z',
  venue: { name: 'Hall, No. 1', street: '', city: 'Berlin', country: 'Germany' },
  status: 'published',
}
const fileOf = (change: Partial<CalendarEntry['event']> = {}, host = 'https://aurora.example'): string =>
  eventCalendar([{ event: { ...event, ...change }, page: `${host}/events/night` }], 0)

describe('the calendar file of an event', () => {
  it('has the same id on every host, so that a program that imports it again replaces the entry', () => {
    const uidOf = (file: string) => /^UID:(.*)\r$/m.exec(file)?.[1]
    expect(uidOf(fileOf())).toBe(event.id)
    expect(uidOf(fileOf({}, 'https://tickets.example'))).toBe(event.id)
  })

  it('says that the event is cancelled', () => {
    expect(fileOf()).not.toContain('STATUS:')
    expect(fileOf({ status: 'cancelled' })).toMatch(/^STATUS:CANCELLED\r$/m)
  })

  it('escapes texts', () => {
    expect(fileOf()).toContain(String.raw`SUMMARY:Night\; “Ünï”\, \\ part 1`)
  })
})
