import { shapeOfVar } from './column-shapes.ts'
import { constantText } from './constants.ts'
import { isTotal, readAggregate } from './aggregate-shapes.ts'
import { isNeverNull } from './functions.ts'
import { present, shapesIn, typeOf, type Reader } from './node-shapes.ts'
import { followsForeignKey } from './foreign-keys.ts'
import { withCondition, withoutCondition, type Analysis } from './levels.ts'
import { fieldOf, nodeIn, nodesIn, numberIn, wordIn, type TreeNode } from './query-tree.ts'
import { eitherOf, type Json, type Shape } from './shapes.ts'

/** OIDs of PostgreSQL's types. */
const BOOLEAN = 16
const INT8 = 20

/** Returns what an expression yields; nullable unless it certainly isn't null. */
export const shapeOfExpression: Reader = (analysis, node, level) =>
  READERS[node.kind]?.(analysis, node, level) ?? { type: typeOf(node), nullable: true }

/** Null only if one of the arguments is. */
const ofAll: Reader = (analysis, node, level) => ({
  type: typeOf(node),
  nullable: shapesIn(analysis, nodesIn(fieldOf(node, 'args')), level).some(({ nullable }) => nullable),
})

/** As its argument, with another type. */
const ofArgument: Reader = (analysis, node, level) => {
  const arg = nodeIn(node, 'arg')
  return { ...(arg ? analysis.shapeOf(arg, level) : { nullable: true }), type: typeOf(node) }
}

const readFunction: Reader = (analysis, node, level) => {
  const known = analysis.catalogue.functions.get(numberIn(node, 'funcid'))
  const args = nodesIn(fieldOf(node, 'args'))
  const shapes = shapesIn(analysis, args, level)
  const isNull = !known || !isNeverNull(known) || (known.isStrict && shapes.some(({ nullable }) => nullable))
  return { type: typeOf(node), nullable: isNull, json: contentOf(known?.name ?? '', args, shapes) }
}

const TO_JSON = new Set(['to_json', 'to_jsonb', 'row_to_json'])
const TO_OBJECT = new Set(['json_build_object', 'jsonb_build_object'])

/** The JSON that a function builds. */
function contentOf(name: string, args: readonly TreeNode[], shapes: readonly Shape[]): Json | undefined {
  if (TO_JSON.has(name)) return shapes[0]?.json
  if (!TO_OBJECT.has(name)) return undefined
  const members = new Map<string, Shape>()
  for (const [index, key] of args.entries()) {
    const [member, value] = [constantText(key), shapes[index + 1]]
    if (index % 2 === 1) continue
    if (member === undefined || !value) return undefined
    members.set(member, value)
  }
  return { kind: 'object', members }
}

const readOperator: Reader = (analysis, node, level) => {
  const known = analysis.catalogue.operators.get(numberIn(node, 'opno'))
  return known && isNeverNull(known) ? ofAll(analysis, node, level) : { type: typeOf(node), nullable: true }
}

/** `coalesce`, `greatest`, `least`: null only if all arguments are. */
const readFirst: Reader = (analysis, node, level) => {
  const shapes = shapesIn(analysis, nodesIn(fieldOf(node, 'args')), level)
  const end = shapes.findIndex(({ nullable }) => !nullable)
  const reached = end === -1 || node.kind === 'MINMAXEXPR' ? shapes : shapes.slice(0, end + 1)
  return { ...eitherOf(reached), type: typeOf(node), nullable: end === -1 }
}

/** A branch knows its condition, and that those before it are false. */
const readCase: Reader = (analysis, node, level) => {
  const shapes: Shape[] = []
  let rest = level
  for (const branch of nodesIn(fieldOf(node, 'args'))) {
    const [condition, result] = [nodeIn(branch, 'expr'), nodeIn(branch, 'result')]
    if (!condition || !result) continue
    shapes.push(analysis.shapeOf(result, withCondition(rest, condition, analysis)))
    rest = withoutCondition(rest, condition, analysis)
  }
  const last = nodeIn(node, 'defresult')
  const shape = eitherOf([...shapes, last ? analysis.shapeOf(last, rest) : { type: 0, nullable: true }])
  return { ...shape, type: typeOf(node) }
}

/** By `subLinkType`: EXISTS is never null, a list of rows is an array; one value is null without a row. */
const readSublink: Reader = (analysis, node, level) => {
  const query = nodeIn(node, 'subselect')
  const kind = wordIn(node, 'subLinkType')
  if (!query || kind === '0') return present(BOOLEAN)
  const [column] = analysis.columnsOf(query, level)
  if (kind === '6') return present(arrayOf(analysis, column?.type ?? 0))
  if (kind !== '4' || !column) return { type: BOOLEAN, nullable: true }
  const hasRow = isTotal(query) || followsForeignKey(analysis, query, level)
  return { ...column, nullable: column.nullable || !hasRow }
}

const arrayOf = ({ catalogue }: Analysis, element: number): number =>
  [...catalogue.types.values()].find((type) => type.element === element && type.category === 'A')?.oid ?? 0

const READERS: Readonly<Record<string, Reader>> = {
  VAR: shapeOfVar,
  CONST: (_, node) => {
    const text = constantText(node)
    return {
      type: typeOf(node),
      nullable: wordIn(node, 'constisnull') === 'true',
      values: text === undefined ? undefined : new Set([text]),
    }
  },
  PARAM: ({ parameters }, node) => {
    const given = parameters[numberIn(node, 'paramid') - 1]
    return {
      type: typeOf(node),
      nullable: given?.nullable ?? true,
      values: given?.literals && new Set(given.literals),
    }
  },
  FUNCEXPR: readFunction,
  OPEXPR: readOperator,
  SCALARARRAYOPEXPR: (analysis, node, level) => ({ ...ofAll(analysis, node, level), type: BOOLEAN }),
  BOOLEXPR: (analysis, node, level) => ({ ...ofAll(analysis, node, level), type: BOOLEAN }),
  DISTINCTEXPR: () => present(BOOLEAN),
  NULLTEST: () => present(BOOLEAN),
  BOOLEANTEST: () => present(BOOLEAN),
  COALESCEEXPR: readFirst,
  COALESCE: readFirst,
  MINMAXEXPR: readFirst,
  MINMAX: readFirst,
  CASE: readCase,
  CASEEXPR: readCase,
  AGGREF: readAggregate,
  WINDOWFUNC: readAggregate,
  SUBLINK: readSublink,
  RELABELTYPE: ofArgument,
  COERCEVIAIO: ofArgument,
  ARRAYCOERCEEXPR: ofArgument,
  COLLATEEXPR: ofArgument,
  NAMEDARGEXPR: ofArgument,
  ARRAYEXPR: (_, node) => present(numberIn(node, 'array_typeid')),
  ARRAY: (_, node) => present(numberIn(node, 'array_typeid')),
  ROWEXPR: (_, node) => present(numberIn(node, 'row_typeid')),
  SQLVALUEFUNCTION: (_, node) => present(numberIn(node, 'type')),
  GROUPINGFUNC: () => present(INT8),
}
