import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { Result } from '#model/result.ts'

/** What a form edits, with the version that it began from. */
interface Versioned {
  version: number
}

export interface Conflict<View> {
  /** What somebody else has made of it since. */
  theirs: View | undefined
  /** The version to send. */
  version: () => number
  /** Looks at an answer, and hands it on. */
  watch: <Data>(answer: Result<Data>) => Result<Data>
  /** What is sent next goes on from theirs. */
  keepMine: () => void
  forget: () => void
}

/** An edit that somebody else was faster with: nothing is overwritten before its user has seen both. */
export function useConflict<View extends Versioned>(
  schema: z.ZodMiniType<View>,
  opened: Versioned,
): Conflict<View> {
  const base = useRef(opened.version)
  const [theirs, setTheirs] = useState<View>()
  return {
    theirs,
    version: () => base.current,
    watch: (answer) => {
      if (!answer.success && answer.error.code === 'EDIT_CONFLICT') {
        const told = z.safeParse(z.object({ current: schema }), answer.error.details)
        if (told.success) setTheirs(told.data.current)
      }
      return answer
    },
    keepMine: () => {
      base.current = theirs?.version ?? base.current
      setTheirs(undefined)
    },
    forget: () => setTheirs(undefined),
  }
}
