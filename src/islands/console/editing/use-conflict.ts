import { useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { Result } from '#model/platform/result.ts'
import { conflictIn } from '#stores/console/editing/edit-conflict.ts'

/** Content of a form, with the version that it is based on. */
interface Versioned {
  version: number
}

export interface Conflict<View> {
  /** The sent version and the one that someone else saved. */
  both: { mine: View; theirs: View } | undefined
  /** Latest version of someone else, whichever was chosen. */
  theirs: View | undefined
  /** The version to send. */
  version: () => number
  /** Reads a conflict from the response, and returns the response. */
  watch: <Data>(answer: Result<Data>, mine: View) => Result<Data>
  /** Bases the form on the other version. */
  keepMine: () => void
  /** Bases the form on this version. */
  rebase: (saved: Versioned) => void
}

/** Conflicts of a form with other users. Nothing is overwritten before the user has seen both versions. */
export function useConflict<View extends Versioned>(
  view: z.ZodMiniType<View>,
  opened: Versioned,
): Conflict<View> {
  const base = useRef(opened.version)
  const [both, setBoth] = useState<{ mine: View; theirs: View }>()
  const [latest, setLatest] = useState<View>()
  const rebase = ({ version }: Versioned): void => {
    base.current = version
    setBoth(undefined)
  }
  return {
    both,
    theirs: latest,
    version: () => base.current,
    watch: (answer, mine) => {
      const theirs = conflictIn(answer, view)
      if (theirs) {
        setBoth({ mine, theirs })
        setLatest(theirs)
      }
      return answer
    },
    keepMine: () => rebase(both?.theirs ?? { version: base.current }),
    rebase,
  }
}
