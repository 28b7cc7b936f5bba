import { BothVersions } from './BothVersions.tsx'
import { versionDifferences, type VersionFields } from './differences.ts'
import type { EditConflict } from './use-conflict.ts'

interface Props<View> {
  conflict: EditConflict<View>
  wordsOf: (version: View) => VersionFields
  onTaken: (theirs: View) => void
}

export function FormConflict<View>({ conflict, wordsOf, onTaken }: Props<View>) {
  const { both, keepMine } = conflict
  if (!both) return null
  return (
    <BothVersions
      differences={versionDifferences(wordsOf(both.mine), wordsOf(both.theirs))}
      onChoose={(choice) => (choice === 'mine' ? keepMine() : onTaken(both.theirs))}
    />
  )
}
