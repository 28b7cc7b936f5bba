import { expect, test } from 'vitest'
import {
  formatDate,
  formatDateTime,
  formatDayIn,
  formatLongDay,
  formatShortDay,
} from '#ui/format/format-dates.ts'
import { formatMoment } from '#model/catalog/format-event.ts'

test.each(Array.from({ length: 12 }, (_, month) => month))(
  'month %i is named alike beside an event’s date and beside any other',
  (month) => {
    const noon = new Date(Date.UTC(2026, month, 15, 12)).toISOString()
    const [, day, name] = formatMoment(noon, 'UTC', Date.parse(noon)).replace(',', '').split(' ')
    expect(formatDate(noon)).toBe(`${day} ${name} 2026`)
    expect(formatDateTime(noon)).toContain(`${day} ${name} 2026`)
    expect(formatDayIn(noon, 'UTC')).toContain(`${day} ${name}`)
    expect(formatShortDay(noon.slice(0, 10))).toBe(`${day} ${name}`)
    expect(formatLongDay(noon.slice(0, 10))).toContain(`${day} ${name} 2026`)
  },
)
