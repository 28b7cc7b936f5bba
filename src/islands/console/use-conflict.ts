import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { Result } from '#model/platform/result.ts'

/** What a form edits, with the version that it began from. */
interface Versioned {
  version: number
}

export interface Conflict<View> {
  /** What was sent, and what somebody else has made of it since. */
  both: { mine: View; theirs: View } | undefined
  /** The newest of somebody else's versions that this form has been told of, whatever was chosen. */
  theirs: View | undefined
  /** The version to send. */
  version: () => number
  /** Looks at the answer to what was sent, and hands it on. */
  watch: <Data>(answer: Result<Data>, mine: View) => Result<Data>
  /** What is sent next goes on from theirs. */
  keepMine: () => void
}

/** An edit that somebody else was faster with: nothing is overwritten before its user has seen both. */
export function useConflict<View extends Versioned>(
  schema: z.ZodMiniType<View>,
  opened: Versioned,
): Conflict<View> {
  const base = useRef(opened.version)
  const [both, setBoth] = useState<{ mine: View; theirs: View }>()
  const [latest, setLatest] = useState<View>()
  return {
    both,
    theirs: latest,
    version: () => base.current,
    watch: (answer, mine) => {
      if (!answer.success && answer.error.code === 'EDIT_CONFLICT') {
        const told = z.safeParse(z.object({ current: schema }), answer.error.details)
        if (told.success) {
          setBoth({ mine, theirs: told.data.current })
          setLatest(told.data.current)
        }
      }
      return answer
    },
    keepMine: () => {
      base.current = both?.theirs.version ?? base.current
      setBoth(undefined)
    },
  }
}
