import { afterEach, describe, expect, it, vi } from 'vitest'
import { succeed, type Result } from '#model/platform/result.ts'
import { createResource, createResourceOf, LOADING } from '#stores/platform/resource.ts'

type Answer = Result<string[]>

const failed: Answer = { success: false, error: { code: 'INTERNAL_ERROR', message: 'No database.' } }

function openServer() {
  const answers: ((answer: Answer) => void)[] = []
  const asked: unknown[] = []
  return {
    asked,
    fetchData: (params?: unknown): Promise<Answer> => {
      asked.push(params)
      const { promise, resolve } = Promise.withResolvers<Answer>()
      answers.push(resolve)
      return promise
    },
    answer: async (request: number, answer: Answer): Promise<void> => {
      answers[request]?.(answer)
      // The response's callbacks run before the next task.
      await new Promise((resolve) => void setImmediate(resolve))
    },
  }
}

const ready = (...data: string[]) => ({ status: 'ready', data, error: undefined, code: undefined })

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a resource', () => {
  it('is loaded on first subscription', async () => {
    const { fetchData, answer } = openServer()
    const { $store } = createResource(fetchData)
    expect($store.value).toEqual(LOADING)
    const stop = $store.listen(() => undefined)
    await answer(0, succeed(['a']))
    stop()
    expect($store.value).toEqual(ready('a'))
  })

  it('ignores responses to earlier requests', async () => {
    const { fetchData, answer } = openServer()
    const { $store, load } = createResource(fetchData)
    const loads = [load(), load()]
    await answer(1, succeed(['new']))
    await answer(0, succeed(['old']))
    await Promise.all(loads)
    expect($store.value).toEqual(ready('new'))
  })

  it('ignores responses that may be older than a change', async () => {
    const { fetchData, answer } = openServer()
    const { $store, load, adopt, change } = createResource(fetchData)
    const first = load()
    adopt(['changed'])
    await answer(0, succeed(['old']))
    await first
    expect($store.value).toEqual(ready('changed'))
    const second = load()
    change((data) => [...data, 'twice'])
    await answer(1, succeed(['old']))
    await second
    expect($store.value).toEqual(ready('changed', 'twice'))
  })

  it('keeps its data while reloading and when that fails', async () => {
    const { fetchData, answer } = openServer()
    const { $store, load, adopt } = createResource(fetchData)
    adopt(['a'])
    const loading = load()
    expect($store.value).toEqual({ ...LOADING, data: ['a'] })
    await answer(0, failed)
    await loading
    expect($store.value).toEqual({
      status: 'error',
      data: ['a'],
      error: 'No database.',
      code: 'INTERNAL_ERROR',
    })
    const again = load()
    await answer(1, succeed(['b']))
    await again
    expect($store.value).toEqual(ready('b'))
  })

  it('without data is not changed', () => {
    const { $store, change } = createResource(openServer().fetchData)
    change((data) => [...data, 'a'])
    expect($store.value).toEqual(LOADING)
  })

  it('polls while the tab is visible, one request at a time, and renders changes only', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { fetchData, asked, answer } = openServer()
    const { $store } = createResource(fetchData, { isPolled: true })
    const seen: unknown[] = []
    const stop = $store.listen((value) => seen.push(value.data))
    vi.advanceTimersByTime(8000)
    expect(asked).toHaveLength(1)
    await answer(0, succeed(['a']))
    vi.advanceTimersByTime(4000)
    await answer(1, succeed(['a']))
    vi.advanceTimersByTime(4000)
    await answer(2, succeed(['b']))
    expect(seen).toEqual([['a'], ['b']])
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    vi.advanceTimersByTime(40_000)
    stop()
    expect(asked).toHaveLength(3)
  })
})

describe('a resource with parameters', () => {
  const open = () => {
    const server = openServer()
    const resource = createResourceOf<string[], { id: string; page?: number }>(
      server.fetchData,
      ({ id }) => id,
    )
    return { ...server, ...resource }
  }

  it('drops data with another key at once, and its late response', async () => {
    const { $store, load, answer } = open()
    const first = load({ id: 'a' })
    await answer(0, succeed(['a']))
    await first
    const late = load({ id: 'a' })
    const second = load({ id: 'b' })
    expect($store.value).toEqual(LOADING)
    await answer(1, succeed(['a, late']))
    await answer(2, failed)
    await Promise.all([late, second])
    expect($store.value).toMatchObject({ status: 'error', data: undefined, error: 'No database.' })
  })

  it('keeps data with the same key when other parameters fail', async () => {
    const { $store, load, answer, asked } = open()
    const first = load({ id: 'a', page: 1 })
    await answer(0, succeed(['a']))
    await first
    const second = load({ id: 'a', page: 2 })
    await answer(1, failed)
    await second
    expect(asked).toEqual([
      { id: 'a', page: 1 },
      { id: 'a', page: 2 },
    ])
    expect($store.value).toMatchObject({ status: 'error', data: ['a'] })
  })
})
