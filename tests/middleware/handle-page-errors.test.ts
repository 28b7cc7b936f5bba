import { createContext } from 'astro/middleware'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { handlePageErrors } from '#middleware/handle-page-errors.ts'

let logged: unknown[][] = []

beforeEach(() => {
  logged = []
  vi.stubEnv('DEV', false)
})
afterEach(() => {
  vi.unstubAllEnvs()
})

async function pass(next: () => Promise<Response>): Promise<Response> {
  const log = { error: (...told: unknown[]) => logged.push(told) }
  // The locals that the middleware reads.
  const locals = { context: { log }, requestId: 'r-1' } as unknown as App.Locals
  const request = new Request('http://aurora.localhost/events/night-shift?x=1')
  const answer = await handlePageErrors(createContext({ request, locals, defaultLocale: 'en' }), next)
  if (!answer) throw new Error('The middleware has answered nothing.')
  return answer
}

test('a failed page gets the error page, and the reason is logged', async () => {
  const answer = await pass(() => Promise.reject(new Error('A secret')))
  // Astro replaces a 500 without a body with the error page.
  expect([answer.status, answer.body]).toEqual([500, null])
  expect(logged).toMatchObject([
    [
      { err: { message: 'A secret' }, requestId: 'r-1', path: '/events/night-shift' },
      'Rendering a page failed',
    ],
  ])
})

test('other pages are unchanged', async () => {
  const page = new Response('a page', { status: 410 })
  expect(await pass(() => Promise.resolve(page))).toBe(page)
  expect(logged).toEqual([])
})
