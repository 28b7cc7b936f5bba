import { CspEvaluator, DEFAULT_CHECKS } from 'csp_evaluator/dist/evaluator.js'
import { Severity } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { portalUrls } from '#contracts/platform/portal-urls.ts'
import { mailUrls } from '#contracts/platform/mail-urls.ts'
import { urls } from '#contracts/platform/urls.ts'
import { expect, test } from './support/test.ts'

/** One page of each kind: all layouts, and pages that change the policy. */
const PAGES: readonly (readonly [site: string, path: string])[] = [
  ['', urls.home()],
  ['aurora', urls.home()],
  ['aurora', urls.event('halbmond-album-release')],
  ['aurora', urls.cart()],
  ['aurora', urls.checkout()],
  ['aurora', urls.login()],
  ['aurora', urls.account()],
  ['aurora', portalUrls.profile()],
  ['aurora', portalUrls.door()],
  ['aurora', consoleUrls.overview()],
  ['', urls.apiReference()],
  ['aurora', mailUrls.unwantedMail('x')],
  ['aurora', '/nothing-here'],
]

/** Accepted: the host serves no user content as scripts (uploads are pictures, sent with nosniff). */
const ACCEPTED = "script-src 'self'"

test('no page’s content security policy has a known weakness', async ({ request, foyer }) => {
  for (const [site, path] of PAGES)
    await test.step(`${site}${path}`, async () => {
      // Node can't resolve names below localhost.
      const { host } = new URL(foyer.url(site))
      const answer = await request.get(foyer.url('', path), { headers: { host }, maxRedirects: 0 })
      const policy = answer.headers()['content-security-policy'] ?? ''
      expect(policy).toContain("default-src 'self'")
      const findings = new CspEvaluator(new CspParser(policy).csp).evaluate(DEFAULT_CHECKS)
      const weaknesses = findings
        .filter(({ severity }) => severity < Severity.INFO)
        .map(({ directive, value, description }) => ({ source: `${directive} ${value}`, description }))
        .filter(({ source }) => source !== ACCEPTED)
      expect.soft(weaknesses, path).toEqual([])
    })
})
