import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepSiteCookies } from '#browser/site-cookies.ts'

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

it('asks for the cookies of a storefront that has left none yet, and needs no answer', () => {
  document.documentElement.dataset['promoter'] = 'a1'
  keepSiteCookies()
  expect(asked).toEqual([`/api/domains/force-settings?domain=${window.location.hostname}&userId=a1`])
})

it('asks for nothing when they are there', () => {
  document.documentElement.dataset['promoter'] = 'a1'
  document.cookie = `${COOKIE}=%7B%7D; path=/`
  keepSiteCookies()
  expect(asked).toEqual([])
})

it('asks for nothing on a site that is no promoter’s', () => {
  keepSiteCookies()
  expect(asked).toEqual([])
})
