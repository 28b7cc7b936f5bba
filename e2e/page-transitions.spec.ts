import { expect, test } from './support/test.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('a link that is clicked while the page’s pictures move is followed @full', async ({ page, foyer }) => {
  await page.addInitScript(slowDown)
  await page.goto(foyer.url('aurora', '/'))
  await page.locator('.event-card').getByRole('link').first().click()
  await page.waitForURL('**/events/*')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['moving'])).toBe('true')
  const home = page.getByRole('banner').getByRole('link', { name: 'Aurora' })
  const { x, y, width, height } = (await home.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  // As a person's, this click doesn't wait for the transition.
  await page.mouse.click(x + width / 2, y + height / 2)
  await expect(page).toHaveURL(foyer.url('aurora', '/'))
})

/** Runs in each page: its transition doesn't end by itself. */
function slowDown(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('::view-transition-group(*) { animation-duration: 600s !important }')
  document.adoptedStyleSheets = [sheet]
  addEventListener('pagereveal', ({ viewTransition }) => {
    void viewTransition?.ready.then(() => (document.documentElement.dataset['moving'] = 'true'))
  })
}
