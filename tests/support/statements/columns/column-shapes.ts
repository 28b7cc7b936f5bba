import { levelAt, type Analysis, type Level } from './levels.ts'
import type { Fact } from './proven.ts'
import { fieldOf, nodeIn, nodesIn, numberIn, wordIn, type TreeNode } from './query-tree.ts'
import { eitherOf, objectOf, type Shape, type ShapedColumn } from './shapes.ts'

/** The shape of a column of a table, subquery, join, function, list of values or CTE. */
export function shapeOfVar(analysis: Analysis, node: TreeNode, at: Level): Shape {
  const level = levelAt(at, numberIn(node, 'varlevelsup'))
  const type = numberIn(node, 'vartype')
  const table = nodesIn(fieldOf(level.query, 'rtable'))[numberIn(node, 'varno') - 1]
  const stored = table ? columnOf(analysis, { table, column: numberIn(node, 'varattno') }, level) : UNKNOWN
  const assigned = level.isBefore ? undefined : assignedTo(node, level.query)
  if (assigned) return { ...both(stored, analysis.shapeOf(assigned, { ...level, isBefore: true })), type }
  const fact = level.proven.get(`${wordIn(node, 'varno')}.${wordIn(node, 'varattno')}`)
  const isMissing = (isOuter(node) && !hasRow(node, level)) || isOld(node, level.query)
  const nullable = !fact?.isPresent && (stored.nullable || isMissing)
  return { ...stored, type, nullable, values: fact ? narrow(stored.values, fact) : stored.values }
}

/** True when a condition shows that an outer join has found a row of the table. */
const hasRow = (node: TreeNode, { proven }: Level): boolean =>
  [...proven].some(([key, { isPresent }]) => isPresent && key.startsWith(`${wordIn(node, 'varno')}.`))

function narrow(
  stored: ReadonlySet<string> | undefined,
  { only, not }: Fact,
): ReadonlySet<string> | undefined {
  const left = only ?? stored
  return left && not ? new Set([...left].filter((value) => !not.has(value))) : left
}

/** A new value obeys the column's constraints. */
const both = (stored: Shape, given: Shape): Shape => ({
  ...given,
  nullable: stored.nullable && given.nullable,
  values: given.values ?? stored.values,
})

const UPDATE = '2'

/** The new value of a column that an update sets and returns. */
function assignedTo(node: TreeNode, query: TreeNode): TreeNode | undefined {
  const isNew = wordIn(query, 'commandType') === UPDATE && wordIn(node, 'varreturningtype') !== '1'
  if (!isNew || wordIn(node, 'varno') !== wordIn(query, 'resultRelation')) return undefined
  const target = nodesIn(fieldOf(query, 'targetList')).find(
    (each) => wordIn(each, 'resno') === wordIn(node, 'varattno'),
  )
  return target && nodeIn(target, 'expr')
}

const UNKNOWN: Shape = { type: 0, nullable: true }

/** True for a column that an outer join may replace by null. */
const isOuter = (node: TreeNode): boolean => {
  const joins = fieldOf(node, 'varnullingrels')
  return Array.isArray(joins) && joins.length > 1
}

const INSERT = '3'

/** True for `old` of an insert, which is null for new rows. */
const isOld = (node: TreeNode, query: TreeNode): boolean =>
  wordIn(node, 'varreturningtype') === '1' && wordIn(query, 'commandType') === INSERT

/** A column by number; 0 is the whole row. */
const columnIn = (columns: readonly ShapedColumn[], column: number): Shape =>
  column === 0 ? { type: 0, nullable: false, json: objectOf(columns) } : (columns[column - 1] ?? UNKNOWN)

type Reader = (analysis: Analysis, of: { table: TreeNode; column: number }, level: Level) => Shape

/** By `rtekind`. */
const READERS: Readonly<Record<string, Reader>> = {
  // Table: system columns have negative numbers, and a whole row has 0.
  0: ({ catalogue }, { table, column }) => {
    const known = catalogue.columns.get(`${wordIn(table, 'relid')}.${column}`)
    return { type: 0, nullable: column > 0 && !known?.isRequired, values: known?.values }
  },
  // Subquery.
  1: (analysis, { table, column }, level) => {
    const query = nodeIn(table, 'subquery')
    return query ? columnIn(analysis.columnsOf(query, level), column) : UNKNOWN
  },
  // Join: a column of `using`. Of a full join, one of the sides has it.
  2: (analysis, { table, column }, level) => {
    const alias = nodesIn(fieldOf(table, 'joinaliasvars'))[column - 1]
    if (!alias) return UNKNOWN
    const sides = wordIn(table, 'jointype') === FULL ? nodesIn(fieldOf(alias, 'args')) : []
    return sides.length > 0
      ? eitherOf(sides.map((side) => ownShape(analysis, side, level)))
      : analysis.shapeOf(alias, level)
  },
  // Function.
  3: (analysis, { table, column }, level) => shapeOfRows(analysis, { table, column }, level),
  // List of values.
  5: (analysis, { table, column }, level) => {
    const lists = fieldOf(table, 'values_lists')
    const rows = Array.isArray(lists) ? lists : []
    return eitherOf(
      rows.flatMap((row) => {
        const value = nodesIn(row)[column - 1]
        return value ? [analysis.shapeOf(value, level)] : []
      }),
    )
  },
  6: shapeOfCte,
  // Group.
  9: (analysis, { table, column }, level) => {
    const expression = nodesIn(fieldOf(table, 'groupexprs'))[column - 1]
    return expression ? analysis.shapeOf(expression, level) : UNKNOWN
  },
}

const FULL = '2'

/** Shape of a column that no join has replaced with null. */
const ownShape = (analysis: Analysis, side: TreeNode, level: Level): Shape =>
  analysis.shapeOf({ ...side, fields: new Map(side.fields).set('varnullingrels', '') }, level)

const columnOf: Reader = (analysis, of, level) =>
  READERS[wordIn(of.table, 'rtekind')]?.(analysis, of, level) ?? UNKNOWN

const ROWS_WITHOUT_NULL = new Set(['generate_series', 'jsonb_array_elements', 'json_array_elements'])

/** Columns of `unnest` are as nullable as the items of its arrays; `with ordinality` adds a number. */
function shapeOfRows(
  analysis: Analysis,
  { table, column }: { table: TreeNode; column: number },
  level: Level,
): Shape {
  const calls = nodesIn(fieldOf(table, 'functions')).flatMap((each) => nodeIn(each, 'funcexpr') ?? [])
  const isOrdinal = column > calls.length && wordIn(table, 'funcordinality') === 'true'
  const call = calls[column - 1]
  if (!call) return isOrdinal ? { type: 0, nullable: false } : UNKNOWN
  const name = analysis.catalogue.functions.get(numberIn(call, 'funcid'))?.name ?? ''
  if (ROWS_WITHOUT_NULL.has(name)) return { type: 0, nullable: false }
  const [array] = nodesIn(fieldOf(call, 'args'))
  const isNullable = name !== 'unnest' || !array || analysis.shapeOf(array, level).nullable
  return { type: 0, nullable: isNullable }
}

function shapeOfCte(
  analysis: Analysis,
  { table, column }: { table: TreeNode; column: number },
  level: Level,
): Shape {
  const home = levelAt(level, numberIn(table, 'ctelevelsup'))
  const name = wordIn(table, 'ctename')
  const cte = nodesIn(fieldOf(home.query, 'cteList')).find((each) => wordIn(each, 'ctename') === name)
  const query = cte && nodeIn(cte, 'ctequery')
  if (!query || wordIn(table, 'self_reference') === 'true') return { type: 0, nullable: false }
  return columnIn(analysis.columnsOf(query, home), column)
}
