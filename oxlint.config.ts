import { defineConfig } from 'oxlint'

/** The areas of ARCHITECTURE.md, in their order: an area imports itself and the areas before it. */
const BUSINESS_AREAS = 'platform people sites pricing catalog sales money messages reports'.split(' ')
const SCREEN_AREAS = 'platform shop account checkout portal console operator'.split(' ')
/** Rooms that are divided by screen. */
const SCREEN_ROOMS = 'contracts|browser|stores|elements|islands|components'
/** What starts Foyer may import every area of `server/`; no area imports it. */
const ENTRY_POINTS =
  'http|jobs|openapi|commands|demo|main|run-foyer|run-workers|create-context|development|welcome'

type Pattern = { group: string[]; message: string } | { regex: string; message: string }

const restrict = (files: string[], patterns: Pattern[]) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns }] as ['error', { patterns: Pattern[] }] },
})

/** An override replaces the rule of its room: it repeats the room's patterns. The last area needs none. */
const eachArea = (room: string, areas: string[], patternsOf: (area: string, at: number) => Pattern[]) =>
  areas.slice(0, -1).map((area, at) => restrict([`src/${room}/${area}/**`], patternsOf(area, at)))

/** A room that imports only zod, itself and listed rooms. */
function listedRoom(room: string, allowed: string[], areas: string[]) {
  const only = (own: string[]): string[] => [
    '*',
    '!zod',
    '!zod/mini',
    '!./*',
    ...[...allowed, ...own].map((each) => String.raw`!\#${each}/**`),
  ]
  const listed = ['zod', ...allowed.map((each) => `${each}/`)].join(', ')
  return [
    restrict(
      [`src/${room}/**`],
      [{ group: only([room]), message: `${room}/ imports only ${listed} and itself` }],
    ),
    ...eachArea(room, areas, (area, at) => [
      {
        group: only(areas.slice(0, at + 1).map((each) => `${room}/${each}`)),
        message: `${area}/ imports only ${listed}, itself and the areas before it: ARCHITECTURE.md`,
      },
    ]),
  ]
}

const orderMessage = (area: string): string =>
  `${area}/ imports only itself and the areas before it: ARCHITECTURE.md`

const SERVER: Pattern = {
  regex: '^#(browser|stores|ui|elements|islands|components|layouts|pages|middleware)/',
  message: 'server/ never sees the browser wing or the roof',
}
const serverRoom = [
  restrict(['src/server/**'], [SERVER]),
  ...BUSINESS_AREAS.map((area, at) => {
    const later = [...BUSINESS_AREAS.slice(at + 1), ENTRY_POINTS].join('|')
    return restrict(
      [`src/server/${area}/**`],
      [SERVER, { regex: `^#server/(${later})[/.]`, message: orderMessage(area) }],
    )
  }),
]

const IN_A_BROWSER: Pattern = { regex: '^node:', message: 'this room runs in a browser' }

/** A room that is divided by screen. */
function screenRoom(room: string, patterns: Pattern[]) {
  return [
    restrict([`src/${room}/**`], patterns),
    ...eachArea(room, SCREEN_AREAS, (area, at) => [
      ...patterns,
      {
        regex: `^#(${SCREEN_ROOMS})/(${SCREEN_AREAS.slice(at + 1).join('|')})/`,
        message: orderMessage(area),
      },
    ]),
  ]
}

const ROOMS = [
  ...listedRoom('model', [], BUSINESS_AREAS),
  ...listedRoom('contracts', ['model'], SCREEN_AREAS),
  ...serverRoom,
  ...screenRoom('browser', [
    {
      regex: '^#(server|stores|ui|elements|islands|components|layouts|pages|middleware)/',
      message: 'browser/ sees only model/ and contracts/',
    },
    IN_A_BROWSER,
  ]),
  ...screenRoom('stores', [
    {
      regex: '^#(server|ui|elements|islands|components|layouts|pages|middleware)/',
      message: 'stores/ sees browser/, contracts/ and model/',
    },
    IN_A_BROWSER,
  ]),
  restrict(
    ['src/ui/**'],
    [
      {
        regex: '^#(server|browser|stores|elements|islands|components|layouts|pages|middleware)/',
        message: 'ui/ sees model/ only',
      },
      IN_A_BROWSER,
    ],
  ),
  ...screenRoom('elements', [
    {
      regex: '^(#(server|islands|ui|components|layouts|pages|middleware)/|react)',
      message: 'elements/ are plain DOM on the shared stores',
    },
    IN_A_BROWSER,
  ]),
  ...screenRoom('islands', [
    {
      regex: '^#(server|components|layouts|pages|middleware)/',
      message: 'islands/ never see server/ or the roof',
    },
    IN_A_BROWSER,
  ]),
  ...screenRoom('components', [
    { regex: '^#(server|layouts|pages|middleware)/', message: 'components/ get their data as props' },
  ]),
  restrict(
    ['src/middleware/**', 'src/layouts/**', 'src/pages/**'],
    [
      { regex: String.raw`^#server/(platform/db/|.*-rows\.ts$)`, message: 'call a use case, not SQL' },
      { regex: '^(pg|kysely|pg-boss|stripe)$', message: 'call a use case, not a driver' },
    ],
  ),
]

export default defineConfig({
  plugins: ['typescript', 'import', 'react', 'jsx-a11y', 'unicorn', 'oxc', 'promise', 'vitest'],
  categories: { correctness: 'error' },
  rules: {
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    complexity: ['error', { max: 10 }],
    'max-depth': ['error', { max: 3 }],
    'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
    'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    'max-params': ['error', { max: 3 }],
    'typescript/consistent-type-imports': 'error',
    'typescript/no-deprecated': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'vitest/no-standalone-expect': ['error', { additionalTestBlockFunctions: ['afterAll', 'afterEach'] }],
  },
  overrides: [
    ...ROOMS,
    {
      files: [
        '*.config.{ts,mjs}',
        'src/elements/platform/settled.ts',
        'tests/support/browser-process.ts',
        'tests/support/postgres.ts',
        'e2e/support/global-setup.ts',
      ],
      rules: { 'import/no-default-export': 'off' },
    },
    {
      files: ['tests/**', 'e2e/**', 'bench/**'],
      rules: {
        'max-lines-per-function': 'off',
        'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
        'vitest/no-restricted-vi-methods': [
          'error',
          {
            waitFor: 'it gives up after a second: tests/support/wait-for.ts',
            waitUntil: 'it gives up after a second: tests/support/wait-for.ts',
          },
        ],
      },
    },
    {
      // The frontmatter is the body of a function: it runs before the constants below are assigned.
      files: ['**/*.astro'],
      rules: { 'no-use-before-define': ['error', { functions: false }] },
    },
    { files: ['tests/support/wait-for.ts'], rules: { 'vitest/no-restricted-vi-methods': 'off' } },
  ],
  ignorePatterns: ['dist', 'node_modules', '.astro', 'src/server/platform/db/tables.ts'],
})
