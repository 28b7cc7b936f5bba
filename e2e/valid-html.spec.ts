import { HtmlValidate } from 'html-validate'
import type { APIRequestContext } from 'playwright/test'
import * as z from 'zod'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { legalUrl } from '#contracts/platform/legal-urls.ts'
import { urls } from '#contracts/platform/urls.ts'
import { inTurn } from '#tests/support/sample.ts'
import type { RunningFoyer } from './support/foyer.ts'
import { expect, test } from './support/test.ts'

/**
 * Events of all kinds: with a photograph, a generated cover, a gallery and a line-up, free, cancelled, in Arabic and Japanese, sold out.
 */
const EVENTS: readonly (readonly [site: string, slug: string])[] = [
  ['aurora', 'nachtstrom-all-night-long'],
  ['aurora', 'aurora-weekender-cascais'],
  ['aurora', 'layl-cairo-electronics'],
  ['aurora', 'synths-for-beginners'],
  ['aurora', 'kiezkino-roller-disco'],
  ['nordlys', 'temple-ambient-kyoto'],
  ['brickworks', 'fully-improvised-musical'],
]

const PAGES: readonly (readonly [site: string, path: string])[] = [
  ['', urls.home()],
  ['', urls.home({ when: 'past' })],
  ['', urls.home({ q: 'no such event' })],
  ['', consoleUrls.sell()],
  ['aurora', urls.home()],
  ['nordlys', urls.home()],
  ['brickworks', urls.home()],
  ...EVENTS.map(([site, slug]) => [site, urls.event(slug)] as const),
  ['aurora', legalUrl('terms')],
  ['aurora', legalUrl('imprint')],
  ['aurora', urls.cart()],
  ['aurora', urls.checkout()],
  ['', urls.login()],
  ['', urls.register()],
  ['', urls.account()],
  ['', consoleUrls.overview()],
  ['', urls.apiReference()],
]

/** Astro inserts this style before a page's first island. */
const ISLAND_STYLE = /<style>astro-island[^<]*<\/style>/g

const readPage = async (
  request: APIRequestContext,
  foyer: RunningFoyer,
  [site, path]: readonly [string, string],
) => {
  const host = `${site ? `${site}.` : ''}localhost:${foyer.port}`
  const answer = await request.get(`http://127.0.0.1:${foyer.port}${path}`, { headers: { host } })
  expect(answer.status(), `${site} ${path}`).toBe(200)
  return answer.text()
}

test(`${PAGES.length} pages are valid HTML`, async ({ request, foyer }) => {
  const validator = new HtmlValidate({ extends: ['html-validate:standard'] })
  expect((await validator.validateString('<p><div></div></p>')).valid).toBe(false)
  for (const page of PAGES) {
    const html = (await readPage(request, foyer, page)).replaceAll(ISLAND_STYLE, '')
    const { results } = await validator.validateString(html)
    const messages = results.flatMap((result) =>
      result.messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} ${selector ?? ''}`),
    )
    expect(messages, page.join(' ')).toEqual([])
  }
})

const WITH_OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/
const schemaUrl = (...names: string[]) => z.enum(names.map((name) => `https://schema.org/${name}`))

/** Properties that Google's rich results for events require or recommend. */
const googleEvent = z.object({
  '@type': z.literal('Event'),
  name: z.string().min(1),
  startDate: z.string().regex(WITH_OFFSET),
  endDate: z.string().regex(WITH_OFFSET),
  eventStatus: schemaUrl('EventScheduled', 'EventCancelled'),
  eventAttendanceMode: schemaUrl('OfflineEventAttendanceMode'),
  description: z.string().min(1),
  image: z.array(z.url()).min(1),
  location: z.object({
    '@type': z.literal('Place'),
    name: z.string().min(1),
    address: z.object({
      '@type': z.literal('PostalAddress'),
      streetAddress: z.string().min(1),
      addressLocality: z.string().min(1),
      addressCountry: z.string().length(2),
    }),
  }),
  // Required for events with a line-up, below.
  performer: z
    .array(z.object({ '@type': z.literal('PerformingGroup'), name: z.string().min(1) }))
    .min(1)
    .optional(),
  organizer: z.object({ '@type': z.literal('Organization'), name: z.string().min(1), url: z.url() }),
  offers: z
    .array(
      z.object({
        '@type': z.literal('Offer'),
        url: z.url(),
        price: z.number().nonnegative(),
        priceCurrency: z.string().length(3),
        availability: schemaUrl('InStock', 'SoldOut', 'PreOrder'),
        validFrom: z.string().regex(WITH_OFFSET),
      }),
    )
    .min(1),
})

for (const [site, slug] of inTurn(EVENTS, 0, 4))
  test(`${slug} tells search engines all that Google asks for`, async ({ request, foyer }) => {
    const html = await readPage(request, foyer, [site, urls.event(slug)])
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
    const data = googleEvent.parse(JSON.parse(json))
    expect(data.performer !== undefined, 'performers').toBe(html.includes('id="line-up-title"'))
    for (const image of data.image) {
      const { pathname, search, host } = new URL(image)
      const picture = await request.get(`http://127.0.0.1:${foyer.port}${pathname}${search}`, {
        headers: { host },
      })
      expect(picture.headers()['content-type'], image).toMatch(/^image\/(png|jpeg|webp)$/)
    }
  })
