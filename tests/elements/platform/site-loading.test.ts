import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FALLBACK_SITE_SETTINGS } from '#model/sites/sites.ts'

/** Network responses in order; when used up, requests stay pending. */
let answers: unknown[]
let reloads: number

const AURORA = {
  siteName: 'Aurora',
  logoUrl: '/uploads/logo.webp',
  faviconUrl: '/uploads/icon.png',
  primaryColor: '#b4006e',
  secondaryColor: '#20123a',
  customCss: '',
}
const resolved = { success: true, data: { userId: 'the promoter', settings: AURORA } }

beforeEach(() => {
  answers = []
  reloads = 0
  window.history.replaceState(null, '')
  vi.useFakeTimers()
  vi.spyOn(window.location, 'reload').mockImplementation(() => void (reloads += 1))
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', (_path: string, { signal }: RequestInit) => {
    const answer = answers.shift()
    if (answer !== undefined) return Promise.resolve(Response.json(answer))
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('Given up', 'AbortError')))
    })
  })
})
afterEach(() => {
  document.body.replaceChildren()
  document.documentElement.removeAttribute('style')
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function open(): Promise<void> {
  vi.resetModules()
  let Loading: CustomElementConstructor | undefined
  const define = vi
    .spyOn(customElements, 'define')
    .mockImplementation((_, constructor) => void (Loading = constructor))
  await import('#elements/platform/site-loading.ts')
  define.mockRestore()
  if (!Loading) throw new Error('Nothing was defined.')
  const name = `site-loading-${crypto.randomUUID()}`
  customElements.define(name, Loading)
  document.head.innerHTML = '<title>Loading site...</title><link rel="icon" href="/favicon.svg">'
  document.body.innerHTML = `<${name}><a class="brand" hidden></a><div data-loading><h1 data-title>Loading site...</h1></div><div data-late hidden><p data-next></p></div></${name}>`
}

const find = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`There is no ${selector}.`)
  return found
}
const shows = () => ({ loading: !find('[data-loading]').hidden, late: !find('[data-late]').hidden })

describe('<site-loading>', () => {
  it('shows what is loading without naming a site', async () => {
    await open()
    expect([find('[data-title]').textContent, shows()]).toEqual([
      'Loading site...',
      { loading: true, late: false },
    ])
    expect(find('.brand').hidden).toBe(true)
  })

  it('§2: names the second step while the settings load', async () => {
    answers = [resolved]
    await open()
    await vi.advanceTimersByTimeAsync(1)
    expect(find('[data-title]').textContent).toBe('Loading site configuration...')
    expect(reloads).toBe(0)
  })

  it('wears the site’s look once it is known, and asks for the page anew', async () => {
    answers = [resolved, resolved]
    await open()
    await vi.advanceTimersByTimeAsync(1)
    expect(reloads).toBe(1)
    expect(document.title).toBe('Aurora')
    expect(document.documentElement.style.getPropertyValue('--primary')).toBe('#b4006e')
    expect(find('link[rel="icon"]').getAttribute('href')).toBe('/uploads/icon.png')
    const logo = find('.brand img')
    expect([logo.getAttribute('src'), logo.getAttribute('alt')]).toEqual(['/uploads/logo.webp', 'Aurora'])
  })

  it('§9: after 3 s the view ends in the fallback look; a late answer still brands the page', async () => {
    await open()
    await vi.advanceTimersByTimeAsync(2999)
    expect(shows()).toEqual({ loading: true, late: false })
    await vi.advanceTimersByTimeAsync(1)
    expect(shows()).toEqual({ loading: false, late: true })
    expect(find('.brand').textContent).toBe(FALLBACK_SITE_SETTINGS.siteName)
    expect(document.documentElement.style.getPropertyValue('--primary')).toBe('#4338ca')
    answers = [resolved, resolved]
    await vi.advanceTimersByTimeAsync(3000)
    expect(document.title).toBe('Aurora')
    expect(reloads).toBe(1)
  })

  it('reloads by itself without a response', async () => {
    await open()
    // Three timeouts of 5 s, and the delays between them.
    await vi.advanceTimersByTimeAsync(17_500)
    expect(reloads).toBe(0)
    await vi.advanceTimersByTimeAsync(5000)
    expect(reloads).toBe(1)
  })

  describe('when the server knows the site but its page responds 503', () => {
    /** Opens the page after a reload; returns the milliseconds until it reloads itself. */
    async function untilReload(): Promise<number> {
      const before = reloads
      const start = Date.now()
      answers = [resolved, resolved]
      await open()
      await vi.advanceTimersByTimeAsync(0)
      while (reloads === before) await vi.advanceTimersToNextTimerAsync()
      return Date.now() - start
    }

    it('reloads at once first, then after delays that double up to 30 s', async () => {
      const pauses: number[] = []
      for (let load = 0; load < 9; load += 1) pauses.push(await untilReload())
      expect(pauses).toEqual([0, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
    })

    it('shows a countdown in seconds', async () => {
      for (let load = 0; load < 3; load += 1) await untilReload()
      answers = [resolved, resolved]
      await open()
      const told: string[] = []
      for (let second = 0; second < 4; second += 1) {
        await vi.advanceTimersByTimeAsync(second === 0 ? 1 : 1000)
        told.push(find('[data-next]').textContent)
      }
      expect(told).toEqual([
        'We’ll try again in 4 seconds.',
        'We’ll try again in 3 seconds.',
        'We’ll try again in 2 seconds.',
        'We’ll try again in 1 second.',
      ])
      expect(shows()).toEqual({ loading: false, late: true })
    })

    it('keeps other data of the history entry', async () => {
      window.history.replaceState({ linkToken: 'a-token' }, '')
      await untilReload()
      expect(window.history.state).toMatchObject({ linkToken: 'a-token' })
    })

    it('starts over when the last reload was five minutes ago', async () => {
      for (let load = 0; load < 4; load += 1) await untilReload()
      vi.setSystemTime(Date.now() + 5 * 60_000)
      expect(await untilReload()).toBe(0)
    })

    it('waits at least 5 s without a response', async () => {
      for (let load = 0; load < 2; load += 1) await untilReload()
      answers = []
      await open()
      await vi.advanceTimersByTimeAsync(17_500 + 4999)
      const before = reloads
      await vi.advanceTimersByTimeAsync(1)
      expect(reloads - before).toBe(1)
    })
  })

  it('stops after it is removed', async () => {
    await open()
    document.body.replaceChildren()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reloads).toBe(0)
  })
})
