export interface SettingExample {
  byDefault: unknown
  right: [text: string, value: unknown][]
  wrong: string[]
}

export const CDN_EXAMPLES = {
  CDN: {
    byDefault: 'off',
    right: [
      ['off', 'off'],
      ['cloudflare', 'cloudflare'],
      ['fastly', 'fastly'],
    ],
    wrong: ['on', 'Cloudflare'],
  },
  CDN_ZONE: { byDefault: '', right: [['a1B2', 'a1B2']], wrong: ['a/b', 'a b'] },
  CDN_TOKEN: {
    byDefault: '',
    right: [['a-token-of-16-chars', 'a-token-of-16-chars']],
    wrong: ['fifteen-letters'],
  },
  CDN_API_URL: {
    byDefault: '',
    right: [['https://api.fastly.com/', 'https://api.fastly.com']],
    wrong: ['api.fastly.com', 'https://api.fastly.com/service'],
  },
} satisfies Record<string, SettingExample>

export const MONITORING_EXAMPLES = {
  METRICS_TOKEN: {
    byDefault: '',
    right: [['a-token-of-16-chars', 'a-token-of-16-chars']],
    wrong: ['fifteen-letters', 'sixteen letters with spaces'],
  },
  METRICS_PORT: {
    byDefault: undefined,
    right: [['9400', 9400]],
    wrong: ['0', '65536', '9400/tcp', '-1'],
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    byDefault: '',
    right: [
      ['http://collector:4318', 'http://collector:4318'],
      ['https://otlp.example/api/otlp', 'https://otlp.example/api/otlp'],
    ],
    wrong: [
      'collector:4318',
      'http://collector:4318/v1/traces',
      'https://key@otlp.example',
      'http:// collector',
    ],
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    byDefault: [],
    right: [
      ['api-key=a1', [['api-key', 'a1']]],
      [
        'Authorization=Basic%20YTpi, x-team=tickets',
        [
          ['authorization', 'Basic YTpi'],
          ['x-team', 'tickets'],
        ],
      ],
    ],
    wrong: ['api-key', 'api-key=%zz', 'api-key=%ff', 'api-key=%0a', 'a=1,,b=2', 'a b=1'],
  },
  SENTRY_DSN: {
    byDefault: '',
    right: [
      ['https://abc@o1.ingest.sentry.io/42', 'https://abc@o1.ingest.sentry.io/42'],
      ['http://abc@localhost:9000/errors/7', 'http://abc@localhost:9000/errors/7'],
    ],
    wrong: ['https://sentry.io/42', 'https://abc@sentry.io/', 'abc@sentry.io/42', 'ftp://abc@sentry.io/42'],
  },
} satisfies Record<string, SettingExample>
