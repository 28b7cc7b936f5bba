import { useCallback, useEffect, useState } from 'react'
import type { Result } from '#model/platform/result.ts'

const ASK_MS = 200

/**
 * What the server says of a wish, once nobody has changed it for a moment; undefined while it is asked. `again` asks the same
 * anew. Wishes are told apart by what JSON says of them. `ask` is the same function each time.
 */
export function useAnswer<Wish, Data>(
  wish: Wish | undefined,
  ask: (wish: Wish) => Promise<Result<Data>>,
): { answer: Result<Data> | undefined; again: () => void } {
  const asked = JSON.stringify(wish)
  const [answered, setAnswered] = useState<{ asked: string; answer: Result<Data> }>()
  const [attempt, count] = useState(0)
  useEffect(() => {
    if (asked === undefined) return undefined
    let isStale = false
    const timer = setTimeout(async () => {
      // `asked` was serialised above.
      const answer = await ask(JSON.parse(asked) as Wish)
      if (!isStale) setAnswered({ asked, answer })
    }, ASK_MS)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [asked, ask, attempt])
  const again = useCallback(() => {
    setAnswered(undefined)
    count((before) => before + 1)
  }, [])
  return { answer: answered?.asked === asked ? answered?.answer : undefined, again }
}
