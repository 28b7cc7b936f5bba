import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { maintainSettingsCookies } from '#browser/platform/site/site-cookies.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let asked: string[]
const COOKIE = 'x-custom-domain-settings'

beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    throw new TypeError('Failed to fetch')
  })
})
afterEach(() => {
  delete document.documentElement.dataset['promoter']
  document.cookie = `${COOKIE}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT`
  vi.unstubAllGlobals()
})

it('asks for the cookies of a storefront that has left none yet with the first interaction, once', async () => {
  document.documentElement.dataset['promoter'] = 'a1'
  maintainSettingsCookies()
  expect(asked).toEqual([])
  window.dispatchEvent(new Event('scroll'))
  window.dispatchEvent(new Event('pointermove'))
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked).toEqual([`/api/domains/force-settings?domain=${window.location.hostname}&userId=a1`])
})

it('asks for nothing when they are there', () => {
  document.documentElement.dataset['promoter'] = 'a1'
  document.cookie = `${COOKIE}=%7B%7D; path=/`
  maintainSettingsCookies()
  window.dispatchEvent(new Event('scroll'))
  expect(asked).toEqual([])
})

it('requests nothing on a site without a promoter', () => {
  maintainSettingsCookies()
  window.dispatchEvent(new Event('scroll'))
  expect(asked).toEqual([])
})
