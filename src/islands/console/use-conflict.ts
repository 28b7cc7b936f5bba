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
  /** Bases the next save on this version. */
  goOnFrom: (saved: Versioned) => void
}

/** An edit that somebody else was faster with: nothing is overwritten before its user has seen both. */
export function useConflict<View extends Versioned>(
  schema: z.ZodMiniType<View>,
  opened: Versioned,
): Conflict<View> {
  const base = useRef(opened.version)
  const [both, setBoth] = useState<{ mine: View; theirs: View }>()
  const [latest, setLatest] = useState<View>()
  const goOnFrom = ({ version }: Versioned): void => {
    base.current = version
    setBoth(undefined)
  }
  return {
    both,
    theirs: latest,
    version: () => base.current,
    watch: (answer, mine) => {
      const theirs = theirsIn(answer, schema)
      if (theirs) {
        setBoth({ mine, theirs })
        setLatest(theirs)
      }
      return answer
    },
    keepMine: () => goOnFrom(both?.theirs ?? { version: base.current }),
    goOnFrom,
  }
}

/** Returns the current version from the answer of a conflict. */
export function theirsIn<View>(answer: Result<unknown>, schema: z.ZodMiniType<View>): View | undefined {
  if (answer.success || answer.error.code !== 'EDIT_CONFLICT') return undefined
  return z.safeParse(z.object({ current: schema }), answer.error.details).data?.current
}
