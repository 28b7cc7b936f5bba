/** Formats a time as `2026-11-27 18:00:05 UTC`. */
export const formatUtcTime = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/**
 * Parses `2026-11-27 18:00:05` (UTC) or a time with an offset. Returns milliseconds since the epoch; undefined for
 * any other text.
 */
export function parseUtcTime(text: string): number | undefined {
  const [, day, time, offset = 'Z'] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?) ?(Z|UTC|[+-]\d\d:?\d\d)?$/.exec(text.trim()) ??
    []
  const at = Date.parse(`${day}T${time}${offset.replace('UTC', 'Z')}`)
  return Number.isNaN(at) ? undefined : at
}
