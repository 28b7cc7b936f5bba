import { withFacts, type Known, type Proven } from './proven.ts'
import type { TreeNode } from './query-tree.ts'
import type { Shape, ShapedColumn } from './shapes.ts'

export interface Analysis extends Known {
  shapeOf: (node: TreeNode, level: Level) => Shape
  columnsOf: (query: TreeNode, outer: Level | undefined) => readonly ShapedColumn[]
}

/** A query and those that it is part of. */
export interface Level {
  query: TreeNode
  outer: Level | undefined
  proven: Proven
  /** True in the expressions that an update assigns, which see the row before it. */
  isBefore?: boolean
}

/** The query `up` levels further out. */
export function levelAt(level: Level, up: number): Level {
  let found = level
  for (let left = up; left > 0 && found.outer; left -= 1) found = found.outer
  return found
}

export const withCondition = (level: Level, condition: TreeNode, known: Known): Level => ({
  ...level,
  proven: withFacts(level.proven, { condition, isTrue: true }, known),
})

export const withoutCondition = (level: Level, condition: TreeNode, known: Known): Level => ({
  ...level,
  proven: withFacts(level.proven, { condition, isTrue: false }, known),
})
