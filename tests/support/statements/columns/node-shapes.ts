import type { Analysis, Level } from './levels.ts'
import type { TreeNode } from './query-tree.ts'
import type { Shape } from './shapes.ts'

/** Reads what an expression yields. */
export type Reader = (analysis: Analysis, node: TreeNode, level: Level) => Shape

export const present = (type: number): Shape => ({ type, nullable: false })

/** The type that a node names: `vartype`, `opresulttype` … */
export function typeOf(node: TreeNode): number {
  for (const [name, value] of node.fields)
    if (name.endsWith('type') && typeof value === 'string' && !NOT_TYPES.has(name)) return Number(value)
  return 0
}

const NOT_TYPES = new Set(['varreturningtype', 'nulltesttype', 'booltesttype', 'aggkind', 'inputcollid'])

export const shapesIn = ({ shapeOf }: Analysis, tree: TreeNode[], level: Level): Shape[] =>
  tree.map((each) => shapeOf(each, level))
