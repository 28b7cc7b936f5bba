import { fail } from '#contracts/platform/errors.ts'
import { isDate } from '#model/platform/time/days.ts'
import { succeed, type Result } from '#model/platform/result.ts'

/**
 * Parses the first and last day of a search. Accepts YYYY-MM-DD in the event's time zone, and timestamps, whose time is
 * ignored.
 */
export function parseEarningDays(query: {
  from?: string | undefined
  to?: string | undefined
}): Result<{ from: string | undefined; to: string | undefined }, 'VALIDATION_ERROR'> {
  const wrong = (['from', 'to'] as const).filter((path) => !isDay(query[path]))
  if (wrong.length > 0)
    return fail(
      'VALIDATION_ERROR',
      wrong.map((path) => ({ path, message: 'Enter the day as YYYY-MM-DD.' })),
    )
  return succeed({ from: query.from?.slice(0, 10), to: query.to?.slice(0, 10) })
}

const isDay = (text: string | undefined): boolean =>
  text === undefined || (isDate(text.slice(0, 10)) && (text.length === 10 || isTimestamp(text)))

const isTimestamp = (text: string): boolean => text[10] === 'T' && !Number.isNaN(Date.parse(text))
