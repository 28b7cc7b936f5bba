/** A field that two people have made different, in words. */
export interface Difference {
  field: string
  mine: string
  theirs: string
}

/** What a version says, field by field, always in the same order. */
export type VersionFields = readonly (readonly [field: string, words: string])[]

export const differencesOf = (mine: VersionFields, theirs: VersionFields): Difference[] =>
  mine.flatMap(([field, words], index) => {
    const other = theirs[index]?.[1] ?? ''
    return words === other ? [] : [{ field, mine: words, theirs: other }]
  })
