import { useEffect, useState } from 'react'
import type { Result } from '#model/result.ts'

const ASK_MS = 200

/**
 * What the server says of a wish, once nobody has changed it for a moment; undefined while it is asked. Wishes are told apart by
 * what JSON says of them. `ask` is the same function each time.
 */
export function useAnswer<Wish, Data>(
  wish: Wish | undefined,
  ask: (wish: Wish) => Promise<Result<Data>>,
): Result<Data> | undefined {
  const asked = JSON.stringify(wish)
  const [answered, setAnswered] = useState<{ asked: string; answer: Result<Data> }>()
  useEffect(() => {
    if (asked === undefined) return undefined
    let isStale = false
    const timer = setTimeout(async () => {
      // Written down a moment ago, right here.
      const answer = await ask(JSON.parse(asked) as Wish)
      if (!isStale) setAnswered({ asked, answer })
    }, ASK_MS)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [asked, ask])
  return answered?.asked === asked ? answered?.answer : undefined
}
