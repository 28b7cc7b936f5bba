/**
 * PostgreSQL's write-ahead log (WAL): positions (LSN, in bytes since the start of the WAL), segment files, and stored
 * pieces of segments.
 */

/** Size of a segment file in bytes: the default of `initdb`. */
export const SEGMENT_BYTES = 16 * 1024 ** 2
const SEGMENTS_PER_LOG = 2 ** 32 / SEGMENT_BYTES

/** Bytes [from, to) of the WAL on a timeline. A piece never crosses the end of a segment. */
export interface WalPiece {
  timeline: number
  from: number
  to: number
}

/** Parses a position such as `16/B374D848`. */
export function parseLsn(text: string): number {
  const [high = '', low = ''] = text.split('/')
  return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16)
}

export const formatLsn = (lsn: number): string =>
  `${Math.floor(lsn / 2 ** 32).toString(16)}/${(lsn % 2 ** 32).toString(16)}`.toUpperCase()

export const segmentStart = (lsn: number): number => lsn - (lsn % SEGMENT_BYTES)

/** Returns the name of the segment file that contains this position. */
export function segmentName(timeline: number, lsn: number): string {
  const segment = Math.floor(lsn / SEGMENT_BYTES)
  return [timeline, Math.floor(segment / SEGMENTS_PER_LOG), segment % SEGMENTS_PER_LOG]
    .map((each) => hex(each, 8))
    .join('')
}

/** Name of the file that says where a timeline branched off. */
export const timelineHistoryName = (timeline: number): string => `${hex(timeline, 8)}.history`

const hex = (number: number, digits: number): string =>
  number.toString(16).toUpperCase().padStart(digits, '0')

/** Returns `<segment>/<first offset>-<end offset>`. These names sort by position. */
export const pieceName = ({ timeline, from, to }: WalPiece): string =>
  `${segmentName(timeline, from)}/${hex(from % SEGMENT_BYTES, 7)}-${hex(to - segmentStart(from), 7)}`

/** Parses a name of `pieceName`. Undefined for a name in another format. */
export function parsePieceName(name: string): WalPiece | undefined {
  const [, timeline, log, segment, from, to] =
    /^([\dA-F]{8})([\dA-F]{8})([\dA-F]{8})\/([\dA-F]{7})-([\dA-F]{7})$/
      .exec(name)
      ?.map((each) => Number.parseInt(each, 16)) ?? []
  if (timeline === undefined || log === undefined || segment === undefined) return undefined
  const start = (log * SEGMENTS_PER_LOG + segment) * SEGMENT_BYTES
  return from === undefined || to === undefined ? undefined : { timeline, from: start + from, to: start + to }
}

/** Returns the end of the WAL that follows a position without a gap, according to the pieces of the timeline. */
export function coveredUntil(
  pieces: readonly WalPiece[],
  { timeline, from }: { timeline: number; from: number },
): number {
  const sorted = pieces
    .filter((piece) => piece.timeline === timeline)
    .toSorted((one, other) => one.from - other.from)
  return sorted.reduce((end, piece) => (piece.from <= end ? Math.max(end, piece.to) : end), from)
}
