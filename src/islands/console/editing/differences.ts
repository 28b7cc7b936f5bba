/** A field that differs between two versions, with both values as text. */
export interface Difference {
  field: string
  mine: string
  theirs: string
}

/** Fields of a version with their values as text. The order is the same in all versions. */
export type VersionFields = readonly (readonly [field: string, words: string])[]

export const versionDifferences = (mine: VersionFields, theirs: VersionFields): Difference[] =>
  mine.flatMap(([field, words], index) => {
    const other = theirs[index]?.[1] ?? ''
    return words === other ? [] : [{ field, mine: words, theirs: other }]
  })
