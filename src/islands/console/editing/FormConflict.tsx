import { BothVersions } from './BothVersions.tsx'
import { differencesOf, type VersionFields } from './differences.ts'
import type { Conflict } from './use-conflict.ts'

interface Props<View> {
  conflict: Conflict<View>
  wordsOf: (version: View) => VersionFields
  onTaken: (theirs: View) => void
}

export function FormConflict<View>({ conflict, wordsOf, onTaken }: Props<View>) {
  const { both, keepMine } = conflict
  if (!both) return null
  return (
    <BothVersions
      differences={differencesOf(wordsOf(both.mine), wordsOf(both.theirs))}
      onChoose={(choice) => (choice === 'mine' ? keepMine() : onTaken(both.theirs))}
    />
  )
}
