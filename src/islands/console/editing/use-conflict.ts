import { useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { Result } from '#model/platform/result.ts'
import { conflictingVersionIn } from '#stores/console/editing/edit-conflict.ts'

/** An object with the version number that its form is based on. */
interface Versioned {
  version: number
}

export interface EditConflict<View> {
  /** The version that was sent, and the one that someone else has saved; undefined without a conflict. */
  both: { mine: View; theirs: View } | undefined
  /** The latest version saved by someone else, even after the user has chosen. */
  theirs: View | undefined
  version: () => number
  /** Checks whether the response is a conflict. Returns the response. */
  watch: <Data>(answer: Result<Data>, mine: View) => Result<Data>
  /** Lets the next save overwrite the other person's version with the entered values. */
  keepMine: () => void
  rebase: (saved: Versioned) => void
}

/** Handles a form's conflicts with other people's changes. Nothing is overwritten until the user has seen both versions. */
export function useConflict<View extends Versioned>(
  view: z.ZodMiniType<View>,
  opened: Versioned,
): EditConflict<View> {
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
      const theirs = conflictingVersionIn(answer, view)
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
