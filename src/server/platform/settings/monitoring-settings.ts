import { setting } from './setting.ts'

export const MONITORING_SETTINGS = {
  METRICS_TOKEN: setting<string>({
    means: 'Bearer token to read /metrics from other machines; without it, only this machine can',
    shape: '16 characters or more, without spaces',
    fallback: () => '',
    parse: (text) => (/^\S{16,}$/.test(text) ? text : undefined),
  }),
  METRICS_PORT: setting<number | undefined>({
    means:
      'Additional port on HOST for /metrics, with the metrics of all WORKERS, for a network that only monitoring reaches',
    shape: 'a number from 1 to 65535',
    fallback: () => undefined,
    parse: (text) =>
      /^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) <= 65_535 ? Number(text) : undefined,
  }),
  SENTRY_DSN: setting<string>({
    means:
      'DSN of Sentry or a compatible server (GlitchTip, Bugsink) that errors are reported to, without personal data',
    shape: 'an address like https://key@sentry.example/1',
    fallback: () => '',
    parse: (text) =>
      /^https?:\/\/\w+@[\w.:-]+(\/[\w-]+)*\/\d+$/.test(text) && URL.canParse(text) ? text : undefined,
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting<string>({
    means: 'Address of an OpenTelemetry collector that gets a span of each request, without personal data',
    shape: 'an address like http://collector:4318, without /v1/traces',
    fallback: () => '',
    parse: (text) =>
      /^https?:\/\/[^\s?#@]+$/.test(text) && URL.canParse(text) && !/\/v1\/traces\/?$/.test(text)
        ? text
        : undefined,
  }),
  OTEL_EXPORTER_OTLP_HEADERS: setting<readonly (readonly [name: string, value: string])[]>({
    means: 'Headers for the collector, such as its key',
    shape: 'names and values like api-key=secret,x-team=tickets',
    fallback: () => [],
    parse: parseHeaders,
  }),
  LOG_LEVEL: setting({
    means: 'Least severe level that is logged; debug also logs requests for files and cached pages',
    shape: 'one of fatal, error, warn, info, debug, trace, silent',
    fallback: 'info',
    parse: (text) => (/^(fatal|error|warn|info|debug|trace|silent)$/.test(text) ? text : undefined),
  }),
} as const

/** Parses `name=value` pairs. Values are percent-encoded, as in OpenTelemetry's specification. */
function parseHeaders(text: string): [name: string, value: string][] | undefined {
  const headers: [name: string, value: string][] = []
  for (const each of text.split(',')) {
    const [, name, value] = /^\s*([\w-]+)\s*=\s*((?:%[\da-f]{2}|[!-$&-~])+)\s*$/i.exec(each) ?? []
    if (name === undefined || value === undefined) return undefined
    const decoded = decode(value)
    if (decoded === undefined) return undefined
    headers.push([name.toLowerCase(), decoded])
  }
  return headers
}

/**
 * Decodes a percent-encoded value. Returns undefined when the value isn't valid UTF-8, or contains characters that a
 * header can't have.
 */
function decode(value: string): string | undefined {
  try {
    const decoded = decodeURIComponent(value)
    return /^[\x20-\x7e]*$/.test(decoded) ? decoded : undefined
  } catch {
    return undefined
  }
}
