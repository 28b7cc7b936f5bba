import { unzipSync } from 'fflate'
import type { Page } from 'playwright/test'
import { createAppleCertificates, hasOpenssl } from '#tests/support/apple-certificates.ts'
import { openGoogleWalletServer } from '#tests/support/google-wallet-server.ts'
import { hasPoppler, readPageCodes, readPages } from '#tests/support/pdf-tools.ts'
import { startS3Server } from '#tests/support/s3-server.ts'
import { startFoyer, type RunningFoyer } from './support/foyer.ts'
import { scan } from './support/qr.ts'
import { expectEveryScreen } from './support/screens.ts'
import { putOn } from './support/stage.ts'
import { expect, test } from './support/test.ts'
import { buyAsGuest, chooseTickets, tickets } from './support/visitor.ts'

async function buy(page: Page, address: string, quantity: number): Promise<void> {
  await page.goto(address)
  await chooseTickets(page, { Entry: quantity })
  await buyAsGuest(page)
}

/** From the main site, whose name resolves outside of the browser too. */
const download = async (page: Page, foyer: RunningFoyer, name: string | RegExp) => {
  const href = await page.getByRole('link', { name }).first().getAttribute('href')
  return page.request.get(foyer.url('', href ?? ''))
}

test('a buyer keeps the tickets as PDF; without a certificate there are no passes', async ({
  page,
  foyer,
}) => {
  const show = await putOn(foyer, 'Tickets On Paper')
  await buy(page, foyer.url('aurora', show.path), 2)
  await expect(page.getByRole('link', { name: /Apple Wallet/ })).toHaveCount(0)
  const answer = await download(page, foyer, 'Tickets as PDF')
  expect(answer.status()).toBe(200)
  expect(answer.headers()).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
  })
  const pdf = await answer.body()
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  if (!hasPoppler) return
  expect(readPages(pdf).map((text) => text.includes('Tickets On Paper'))).toEqual([true, true])
  const [code] = await readPageCodes(pdf, 1)
  await expect.poll(() => scan(tickets(page).first())).toBe(code)
})

test('a buyer adds each ticket to Apple Wallet @full', async ({ page }) => {
  test.setTimeout(180_000)
  test.skip(!hasOpenssl, 'openssl, which makes the certificates, is not installed here.')
  const certificates = createAppleCertificates()
  const foyer = await startFoyer({
    APPLE_WALLET_PASS_TYPE: certificates.passType,
    APPLE_WALLET_TEAM: certificates.team,
    APPLE_WALLET_CERTIFICATE_FILE: certificates.certificate,
    APPLE_WALLET_KEY_FILE: certificates.key,
    APPLE_WALLET_ISSUER_FILE: certificates.issuer,
    APPLE_PUSH_URL: 'http://127.0.0.1:9',
  })
  try {
    const show = await putOn(foyer, 'Tickets In A Wallet')
    await buy(page, foyer.url('aurora', show.path), 2)
    await expect(page.getByRole('link', { name: /^Add to Apple Wallet/ })).toHaveCount(2)
    const answer = await download(page, foyer, /^Add to Apple Wallet/)
    expect(answer.headers()['content-type']).toBe('application/vnd.apple.pkpass')
    const pass = JSON.parse(Buffer.from(unzipSync(await answer.body())['pass.json'] ?? '').toString())
    // The page may still be moving into view.
    await expect.poll(() => scan(tickets(page).first())).toBe(pass.barcodes[0].message)
    expect(new URL(pass.webServiceURL).pathname).toBe('/api/wallet')
    // The service answers through the front door.
    const registration = `${pass.webServiceURL}/v1/devices/phone/registrations/${pass.passTypeIdentifier}/${pass.serialNumber}`
    const headers = { authorization: `ApplePass ${pass.authenticationToken}` }
    const data = { pushToken: 'abcdef' }
    expect((await page.request.post(registration, { headers, data })).status()).toBe(201)
    expect((await page.request.post(registration, { data })).status()).toBe(401)
    await expectEveryScreen(page)
  } finally {
    await foyer.stop()
    certificates.remove()
  }
})

test('while the image storage and Google are down, tickets are downloaded without the logo @full', async ({
  page,
}) => {
  const [s3, google] = await Promise.all([startS3Server(), openGoogleWalletServer()])
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = s3.settings
  const foyer = await startFoyer({
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    GOOGLE_WALLET_ISSUER: '3388000000012345678',
    GOOGLE_WALLET_KEY_FILE: google.keyFile,
    GOOGLE_WALLET_API_URL: google.url,
  })
  try {
    const show = await putOn(foyer, 'Tickets In An Outage')
    await foyer.db
      .updateTable('sites')
      .set({ logo_url: `/uploads/${'a'.repeat(64)}.png` })
      .execute()
    await buy(page, foyer.url('aurora', show.path), 1)
    await s3.close()
    google.isDown = true
    const tickets = await download(page, foyer, 'Ticket as PDF')
    expect(tickets.status()).toBe(200)
    const saving = await download(page, foyer, /^Add to Google Wallet/)
    expect(saving.status()).toBe(503)
    expect(saving.headers()['retry-after']).toBe('5')
  } finally {
    await foyer.stop()
    await google.close()
  }
})
