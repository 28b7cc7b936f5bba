/** An answered request. Times are in milliseconds since the epoch. */
export interface Span {
  traceId: string
  spanId: string
  /** Span of the caller. Undefined when the trace begins here. */
  parentSpanId: string | undefined
  name: string
  startedAt: number
  endedAt: number
  isFailed: boolean
  attributes: Readonly<Record<string, string | number | undefined>>
}

/** Values of OpenTelemetry's enumerations. */
const SERVER_KIND = 2
const ERROR_STATUS = 2

/** Body of `POST /v1/traces` in OTLP's JSON encoding: ids are hexadecimal, and 64-bit numbers are strings. */
export const toTraceRequest = (resource: Span['attributes'], spans: readonly Span[]): object => ({
  resourceSpans: [
    {
      resource: { attributes: toAttributes(resource) },
      scopeSpans: [{ scope: { name: 'foyer' }, spans: spans.map(toOtlp) }],
    },
  ],
})

const toOtlp = ({ traceId, spanId, parentSpanId, name, startedAt, endedAt, isFailed, attributes }: Span) => ({
  traceId,
  spanId,
  ...(parentSpanId === undefined ? {} : { parentSpanId }),
  name,
  kind: SERVER_KIND,
  startTimeUnixNano: nanoseconds(startedAt),
  endTimeUnixNano: nanoseconds(endedAt),
  attributes: toAttributes(attributes),
  ...(isFailed ? { status: { code: ERROR_STATUS } } : {}),
})

/** Converts to nanoseconds with microsecond precision, because a number can't hold more digits of a current time. */
const nanoseconds = (milliseconds: number): string => `${Math.round(milliseconds * 1000)}000`

const toAttributes = (attributes: Span['attributes']): object[] =>
  Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined) return []
    return [{ key, value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value } }]
  })
