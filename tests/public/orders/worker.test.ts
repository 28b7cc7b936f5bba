import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startOrderWorker } from '#tests/support/order-worker.ts'

const HOUR_MS = 3_600_000

const inAnHour = (): string => new Date(Date.now() + HOUR_MS).toISOString()
const newPage = (): string => `/orders/${randomUUID()}`
const keep = (page: string, files: string[] = [], until = inAnHour()) => ({
  kind: 'keep',
  page,
  files,
  until,
})

/** Pages name a style sheet; everything else is an empty file. */
const answer = async (path: string): Promise<Response> =>
  new Response(path.startsWith('/orders/') ? `<link href="/_astro/shop.css"> ${path}` : '')

/** A network that is lost once `down` is called. */
function fragileNetwork() {
  let isUp = true
  const network = async (path: string): Promise<Response> => {
    if (!isUp) throw new TypeError('Failed to fetch')
    return answer(path)
  }
  return {
    network,
    down: () => {
      isUp = false
    },
  }
}

test('files of a page that is being stored outlast those that are deleted for another page', async () => {
  const slow = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const { cache, ask } = startOrderWorker(async (path) => {
    if (path !== '/_astro/slow.js') return answer(path)
    asked.resolve()
    await slow.promise
    return new Response('')
  })
  const files = ['/_astro/first.js', '/_astro/slow.js']
  const first = ask(keep(newPage(), files))
  await asked.promise
  const other = ask(keep(newPage()))
  // Enough turns for the other page, unless it waits.
  for (let turn = 0; turn < 50; turn += 1) await setImmediate()
  slow.resolve()
  expect(await Promise.all([first, other])).toEqual([true, true])
  const needed = [...files, '/_astro/shop.css']
  const stored = (await cache.keys()).map(({ url }) => new URL(url).pathname)
  expect(stored).toEqual(expect.arrayContaining(needed))
})

test('a file that is gone is stored again with its page', async () => {
  const { cache, ask } = startOrderWorker(answer)
  const page = newPage()
  await ask(keep(page, ['/_astro/code.js']))
  await cache.delete({ url: 'https://aurora.example/_astro/code.js' })
  expect(await ask(keep(page, ['/_astro/code.js']))).toBe(true)
  expect(await cache.match('/_astro/code.js')).toBeDefined()
})

test('an image that replaces another is stored with the same build, and the other deleted', async () => {
  const { cache, ask } = startOrderWorker(answer)
  const page = newPage()
  await ask(keep(page, ['/uploads/old.webp']))
  await ask(keep(page, ['/uploads/new.webp']))
  expect(await cache.match('/uploads/new.webp')).toBeDefined()
  expect(await cache.match('/uploads/old.webp')).toBeUndefined()
})

test('what a stored script imports is stored, too', async () => {
  const { cache, ask } = startOrderWorker(async (path) =>
    path === '/_astro/island.js' ? new Response('import{a}from"./shared.js"') : answer(path),
  )
  await ask(keep(newPage(), ['/_astro/island.js']))
  expect(await cache.match('/_astro/shared.js')).toBeDefined()
})

test('a page that is not stored is answered with false: no network, and a missing file', async () => {
  const { network, down } = fragileNetwork()
  const withoutNetwork = startOrderWorker(network)
  down()
  expect(await withoutNetwork.ask(keep(newPage()))).toBe(false)
  const withoutFile = startOrderWorker(async (path) =>
    path === '/_astro/gone.js' ? new Response('', { status: 404 }) : answer(path),
  )
  const page = newPage()
  expect(await withoutFile.ask(keep(page, ['/_astro/gone.js']))).toBe(false)
  expect(await withoutFile.cache.match(page)).toBeUndefined()
})

test('a stored page opens without a network, also while another is being stored', async () => {
  const { network, down } = fragileNetwork()
  const never = Promise.withResolvers<Response>()
  const hanging = newPage()
  const { ask, open } = startOrderWorker(async (path) => (path === hanging ? never.promise : network(path)))
  const page = newPage()
  await ask(keep(page))
  const other = ask(keep(hanging))
  down()
  expect(await (await open(page)).text()).toContain(page)
  never.reject(new TypeError('Failed to fetch'))
  expect(await other).toBe(false)
})

test('a page that is due does not open without a network', async () => {
  const { network, down } = fragileNetwork()
  const { cache, ask, open } = startOrderWorker(network)
  const page = newPage()
  const due = new Response('', { headers: { 'x-keep-until': new Date(Date.now() - 1).toISOString() } })
  await cache.put(page, due)
  down()
  await expect(open(page)).rejects.toThrow('Failed to fetch')
  await ask({ kind: 'forget', page: newPage() })
  expect(await cache.match(page)).toBeUndefined()
})
