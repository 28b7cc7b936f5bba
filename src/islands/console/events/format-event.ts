import type { ConsoleEvent } from '#contracts/console/events.ts'
import type { EventFields } from '#model/catalog/event-drafts.ts'
import type { EventPicture } from '#model/catalog/event-pictures.ts'
import { countDays, dayOfAct } from '#model/catalog/line-up.ts'
import { formatDayIn, formatMomentIn } from '#ui/format/format-dates.ts'

export interface Mark {
  words: string
  tone?: 'success' | 'warning' | 'danger'
}

/** Status of an event. `endsAt` and `now` in milliseconds. */
export function statusMark({ status }: Pick<ConsoleEvent, 'status'>, endsAt: number, now: number): Mark {
  if (status === 'cancelled') return { words: 'Cancelled', tone: 'danger' }
  if (status === 'draft') return { words: 'Draft' }
  return endsAt <= now ? { words: 'Past' } : { words: 'Published', tone: 'success' }
}

/** `2026-12-24T20:00` → `Thu, 24 Dec 2026, 20:00`. */
export const formatWallClock = (wallClock: string): string => formatMomentIn(`${wallClock}Z`, 'UTC')

/** Adds minutes to a wall-clock time; '' for an invalid time. */
export function addMinutes(wallClock: string, minutes: number): string {
  const at = Date.parse(`${wallClock}Z`)
  return Number.isNaN(at) ? '' : new Date(at + minutes * 60_000).toISOString().slice(0, 16)
}

export const minutesBetween = (from: string, to: string): number =>
  (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 60_000

/** 20:00 in one week, in the browser's time zone. */
export function nextEvening(now: Date): string {
  const day = new Date(now)
  day.setDate(day.getDate() + 7)
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}T20:00`
}

export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** All time zones of the browser, including its own and the selected one. */
export const timeZones = (chosen: string): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), browserTimeZone(), chosen])].toSorted((a, b) =>
    a.localeCompare(b, 'en'),
  )

/** Formats an act's `day`: `Fri, 4 Dec`. `startsAt` is a wall-clock time. */
export const formatActDay = (startsAt: string, day: number): string =>
  formatDayIn(dayOfAct(startsAt.slice(0, 10), { day }), 'UTC')

/** Formats the line-up in one line: `20:00 Halbmond; 21:30 Kit Sebastian (https://…)`, with days if there are several. */
export function formatLineUp(fields: Pick<EventFields, 'lineUp' | 'startsAt' | 'endsAt'>): string {
  const hasDays = countDays(fields) > 1
  return fields.lineUp
    .map(({ name, day, time, link }) =>
      [hasDays && `${formatActDay(fields.startsAt, day)},`, time, name, link && `(${link})`]
        .filter(Boolean)
        .join(' '),
    )
    .join('; ')
}

/** Returns a list of pictures as text: alternative text, or the start of the file name. `Crowd; 3f8a21c0` */
export const formatPictures = (pictures: readonly EventPicture[]): string =>
  pictures
    .map(({ alt, sources }) => alt || (sources.at(-1)?.url.split('/').at(-1)?.slice(0, 8) ?? ''))
    .join('; ')
