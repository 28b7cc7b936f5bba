import ts from 'typescript'
import type { Parameter } from './sql-values.ts'

/** Levels of members and elements that are searched for fragments. */
const DEPTH = 4

/** True for Kysely's type of a fragment or statement. */
export const isFragment = (type: ts.Type): boolean => type.getSymbol()?.getName() === 'RawBuilder'

const QUERY_TAGS = new Set(['queryRows', 'queryRow', 'hasRow', 'execute'])

/** True for the tags of platform/db/query.ts, which run a template. */
export const isQueryTag = (tag: ts.Node): tag is ts.CallExpression =>
  ts.isCallExpression(tag) && ts.isIdentifier(tag.expression) && QUERY_TAGS.has(tag.expression.text)

/** True for a template with SQL: a fragment, or a statement that its tag runs. */
export const isSql = ({ tag }: ts.TaggedTemplateExpression): boolean =>
  (ts.isIdentifier(tag) && tag.text === 'sql') || isQueryTag(tag)

/** Row type of a fragment: T of RawBuilder<T>. */
export const rowTypeOf = (checker: ts.TypeChecker, type: ts.Type): ts.Type | undefined =>
  isReference(type) ? checker.getTypeArguments(type)[0] : undefined

const isReference = (type: ts.Type): type is ts.TypeReference =>
  (type.flags & ts.TypeFlags.Object) !== 0 &&
  'objectFlags' in type &&
  (Number(type.objectFlags) & ts.ObjectFlags.Reference) !== 0

/** True when a value of the type is a fragment, contains one, or is a function that returns one. */
export function mayHoldFragment(checker: ts.TypeChecker, type: ts.Type): boolean {
  const known = holders.get(type)
  if (known !== undefined) return known
  const holds = searchFragment(checker, type, DEPTH)
  holders.set(type, holds)
  return holds
}

const holders = new WeakMap<ts.Type, boolean>()

function searchFragment(checker: ts.TypeChecker, type: ts.Type, depth: number): boolean {
  if (isFragment(type)) return true
  if (depth === 0) return false
  return partsOf(checker, type).some((part) => searchFragment(checker, part, depth - 1))
}

function partsOf(checker: ts.TypeChecker, type: ts.Type): readonly ts.Type[] {
  if (type.isUnionOrIntersection()) return type.types
  if (checker.isArrayType(type) || checker.isTupleType(type))
    return isReference(type) ? checker.getTypeArguments(type) : []
  if (!isOurs(type)) return []
  return [
    ...type.getCallSignatures().map((signature) => signature.getReturnType()),
    ...type.getProperties().map((member) => checker.getTypeOfSymbol(member)),
  ]
}

/** True for types that the project declares as data or functions; classes and types of packages have no fragments. */
function isOurs(type: ts.Type): boolean {
  const [declaration] = type.getSymbol()?.getDeclarations() ?? []
  return (
    declaration !== undefined &&
    !ts.isClassDeclaration(declaration) &&
    !declaration.getSourceFile().fileName.includes('/node_modules/')
  )
}

/** Texts of a string literal type or of a union of them. */
export function literalsOf(type: ts.Type): string[] | undefined {
  if (type.isStringLiteral()) return [type.value]
  if (!type.isUnion() || !type.types.every((each) => each.isStringLiteral())) return undefined
  return type.types.flatMap((each) => (each.isStringLiteral() ? [each.value] : []))
}

/** What the type of a value says about a parameter. */
export const parameterOf = (checker: ts.TypeChecker, type: ts.Type): Parameter => ({
  nullable: isNullable(checker, type),
  literals: literalsOf(itemOf(checker, type) ?? type),
})

/** Type of a list's items. */
export const itemOf = (checker: ts.TypeChecker, type: ts.Type): ts.Type | undefined =>
  checker.isArrayLikeType(type) ? checker.getIndexTypeOfType(type, ts.IndexKind.Number) : undefined

/** True when the type, or an element of it, includes null or undefined. */
function isNullable(checker: ts.TypeChecker, type: ts.Type): boolean {
  const kinds = type.isUnion() ? type.types : [type]
  if (kinds.some((kind) => (kind.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) !== 0)) return true
  return kinds.some((kind) => {
    const item = itemOf(checker, kind)
    return item !== undefined && isNullable(checker, item)
  })
}
