import { expect, test } from 'playwright/test'
import type { Domain } from '#contracts/console/domains.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { publishProof, startDnsServer } from '#tests/support/dns-server.ts'
import { launchForHosts } from './support/browser.ts'
import { askNode, askSecurely, NO_CERTIFICATE } from './support/ask-hosts.ts'
import { hasCaddy, startCaddy } from './support/caddy.ts'
import { openDemo } from './support/foyer.ts'
import { startNode } from './support/nodes.ts'

const NAME = 'tickets.aurora-nights.example'
const WWW = 'www.aurora-nights.example'
const APEX = 'aurora-nights.example'

/** Signs in on the main site. Returns functions that call its API. */
async function signIn(origin: string, email: string) {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email, password: DEMO_PASSWORD })
  const login = await fetch(`${origin}/api/auth/customer/login`, { method: 'POST', headers, body })
  const { data } = await login.json()
  const bearer = { ...headers, authorization: `Bearer ${data.accessToken}` }
  return async (method: string, path: string, sent?: unknown) => {
    const answer = await fetch(`${origin}/api/domains${path}`, {
      method,
      headers: bearer,
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    })
    const told: { data: { domain: Domain } } = await answer.json()
    return { status: answer.status, domain: told.data?.domain }
  }
}

test.setTimeout(120_000)

test('a promoter’s domain is claimed, verified, served over HTTPS, and stops after deletion @full', async () => {
  test.skip(!hasCaddy, 'Caddy is not installed here, so its part of deploy/ is not tried.')
  const { address, drop } = await openDemo()
  const dns = await startDnsServer()
  const settings = { TRUSTED_PROXIES: '127.0.0.1', DNS_SERVERS: dns.address }
  const nodes = [await startNode(address, { settings }), await startNode(address, { settings })]
  const caddy = await startCaddy(nodes.map((node) => node.origin.replace('http://', '')))
  try {
    await expect
      .poll(
        () =>
          fetch(`${caddy.origin}/readyz`).then(
            (answer) => answer.status,
            () => 0,
          ),
        { timeout: 15_000 },
      )
      .toBe(200)
    const call = await signIn(nodes[0]?.origin ?? '', 'owner@aurora.example')

    const { domain } = await call('POST', '', { domain: NAME })
    await expect(askSecurely(caddy, NAME), 'no certificate before the proof').rejects.toThrow(NO_CERTIFICATE)
    expect((await call('POST', `/${domain.id}/verify`)).status).toBe(409)
    publishProof(dns, domain)
    expect((await call('POST', `/${domain.id}/verify`)).status).toBe(200)

    await expect
      .poll(
        () =>
          askSecurely(caddy, NAME).then(
            ({ text }) => text,
            () => '',
          ),
        { timeout: 10_000 },
      )
      .toContain('<title>Aurora')
    await expect(askSecurely(caddy, 'other.aurora-nights.example'), 'nobody’s name').rejects.toThrow(
      NO_CERTIFICATE,
    )

    // Further domains redirect to the first.
    const apex = (await call('POST', '', { domain: APEX })).domain
    expect(apex.offersToo).toBe(WWW)
    publishProof(dns, apex)
    await call('POST', `/${apex.id}/verify`)
    await expect
      .poll(() => askSecurely(caddy, APEX, '/cart?a=b').catch(() => undefined), { timeout: 10_000 })
      .toMatchObject({ status: 308, location: `https://${NAME}:${caddy.httpsPort}/cart?a=b` })

    const browser = await launchForHosts()
    const page = await browser.newPage({ ignoreHTTPSErrors: true })
    await page.goto(`https://${APEX}:${caddy.httpsPort}/`)
    expect(new URL(page.url()).hostname).toBe(NAME)
    await expect(page).toHaveTitle(/^Aurora/)
    await browser.close()

    expect((await call('DELETE', `/${domain.id}`)).status).toBe(200)
    for (const node of nodes)
      await expect
        .poll(async () => (await askNode(node.port, NAME)).text.includes('<title>Aurora'), {
          intervals: [20],
        })
        .toBe(false)
    // The remaining domain becomes the canonical one.
    for (const node of nodes) expect((await askNode(node.port, APEX)).text).toContain('<title>Aurora')
  } finally {
    await caddy.stop()
    for (const node of nodes) await node.stop()
    await dns.close()
    await drop()
  }
})
