import { setting } from './setting.ts'

/** Settings of metrics, error reports and the log. */
export const MONITORING_SETTINGS = {
  METRICS_TOKEN: setting<string>({
    means: 'Bearer token to read /metrics from other machines; without it, only this machine can',
    shape: '16 characters or more, without spaces',
    fallback: () => '',
    parse: (text) => (/^\S{16,}$/.test(text) ? text : undefined),
  }),
  METRICS_PORT: setting<number | undefined>({
    means:
      'Port of HOST that also answers /metrics, with the metrics of all WORKERS, for a network that only monitoring reaches',
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
  LOG_LEVEL: setting({
    means: 'Least severe level that is logged; debug also logs requests for files and cached pages',
    shape: 'one of fatal, error, warn, info, debug, trace, silent',
    fallback: 'info',
    parse: (text) => (/^(fatal|error|warn|info|debug|trace|silent)$/.test(text) ? text : undefined),
  }),
} as const
