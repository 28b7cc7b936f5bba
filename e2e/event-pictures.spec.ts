import sharp from 'sharp'
import type { Page } from 'playwright/test'
import { openAsOwner } from './support/console.ts'
import { eachScreen } from './support/screens.ts'
import { expect, expectAccessible, test } from './support/test.ts'

const PAGE = '/events/kollektiv-ohm-live'

const file = async (name: string, width: number, height: number) => ({
  name: `${name}.png`,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width, height, channels: 3, background: name } })
    .png()
    .toBuffer(),
})

const pictures = (page: Page) => page.getByRole('dialog', { name: /^Images of/ })

test('an owner adds a poster, pictures and a video, and visitors see them uncropped', async ({
  page,
  foyer,
}) => {
  test.setTimeout(120_000)
  await openAsOwner(page, foyer, '/promoter/events')
  await page
    .getByRole('row', { name: /Kollektiv Ohm live/ })
    .getByRole('link')
    .first()
    .click()
  const poster = page.getByRole('region', { name: 'Poster' })
  await poster.getByLabel('Upload poster').setInputFiles(await file('crimson', 600, 900))
  await poster.getByLabel('Alternative text').fill('The band on a red bridge')
  const section = page.getByRole('region', { name: 'Images and video' })
  await section
    .getByLabel('Add images to the gallery')
    .setInputFiles([await file('navy', 900, 400), await file('teal', 400, 900)])
  await expect(section.getByRole('listitem')).toHaveCount(2)
  await section.getByLabel('Alternative text').nth(1).fill('The room from above')
  await section.getByRole('button', { name: 'Move image 2 up' }).click()
  await section.getByLabel('Video link').fill('vimeo.example')
  await expect(section.getByText('begins with https://')).toBeVisible()
  await section.getByLabel('Video link').fill('https://www.vimeo.example/1')
  await expect(page.locator('.save-state')).toHaveText('Saved')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await expect(page.getByRole('button', { name: /^Publish/ })).toHaveCount(0)

  await page.goto(foyer.url('aurora', PAGE))
  await expect(page.getByRole('link', { name: 'Watch the video' })).toHaveAttribute(
    'href',
    'https://www.vimeo.example/1',
  )
  await expect(page.getByText('vimeo.example', { exact: true })).toBeVisible()
  const shown = page.getByRole('img', { name: 'The band on a red bridge' })
  await shown.scrollIntoViewIfNeeded()
  const box = await shown.boundingBox()
  expect((box?.width ?? 0) / (box?.height ?? 1), 'its own ratio').toBeCloseTo(600 / 900, 1)

  const first = page.getByRole('link', { name: 'Image 1 of 2: The room from above' })
  await first.click()
  await expect(pictures(page)).toBeVisible()
  await expect(pictures(page).getByRole('status')).toHaveText('1 / 2')
  await expectAccessible(page)
  await page.keyboard.press('ArrowRight')
  await expect(pictures(page).getByRole('status')).toHaveText('2 / 2')
  await expect(pictures(page).getByRole('img', { name: 'Image 2 of 2' })).toBeInViewport()
  await pictures(page).getByRole('button', { name: 'Previous image' }).click()
  await expect(pictures(page).getByRole('status')).toHaveText('1 / 2')
  await page.keyboard.press('Escape')
  await expect(pictures(page)).toBeHidden()
  await expect(first).toBeFocused()

  await eachScreen(page, async (screen) => {
    await screen.goto(foyer.url('aurora', PAGE))
    await screen.getByRole('link', { name: 'Image 2 of 2' }).click()
    await expect(pictures(screen).getByRole('status')).toHaveText('2 / 2')
  })
})

test('without JavaScript, a picture opens as a file @full', async ({ browser, foyer }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(foyer.url('aurora', '/events/aurora-weekender-cascais'))
  await expect(page.getByRole('img', { name: /^Poster/ })).toBeAttached()
  await page.getByRole('link', { name: /^Image 2 of 3/ }).click()
  await expect(page).toHaveURL(/\/uploads\/[\da-f]{64}\.webp$/)
  await context.close()
})
