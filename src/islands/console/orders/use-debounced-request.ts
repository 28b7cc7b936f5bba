import { useCallback, useEffect, useState } from 'react'
import type { Result } from '#model/platform/result.ts'

const ASK_MS = 200

/**
 * Sends a request that changes while the user types, after a pause, and returns its response; undefined until it arrives. `again` repeats
 * the request. Requests are compared as JSON. `ask` must be the same function in every render.
 */
export function useDebouncedRequest<Request, Data>(
  request: Request | undefined,
  send: (request: Request) => Promise<Result<Data>>,
): { answer: Result<Data> | undefined; again: () => void } {
  const key = JSON.stringify(request)
  const [answered, setAnswered] = useState<{ key: string; answer: Result<Data> }>()
  const [attempt, count] = useState(0)
  useEffect(() => {
    if (key === undefined) return undefined
    let isStale = false
    const timer = setTimeout(async () => {
      // `key` contains the request as JSON.
      const answer = await send(JSON.parse(key) as Request)
      if (!isStale) setAnswered({ key, answer })
    }, ASK_MS)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [key, send, attempt])
  const again = useCallback(() => {
    setAnswered(undefined)
    count((before) => before + 1)
  }, [])
  return { answer: answered?.key === key ? answered?.answer : undefined, again }
}
