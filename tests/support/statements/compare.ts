import ts from 'typescript'
import type { Catalogue } from './columns/catalogue.ts'
import { isSameKind, nameOfKind, readClaim, type Claim } from './claims.ts'
import { kindInJson, kindOfColumn, type JsKind } from './js-kinds.ts'
import type { Json, Shape, ShapedColumn } from './columns/shapes.ts'
import { itemOf } from './source/sql-types.ts'

interface Tools {
  checker: ts.TypeChecker
  catalogue: Catalogue
}

/** Returns what a row type says wrongly about the columns of its statement. */
export function compareRow(tools: Tools, row: ts.Type, columns: readonly ShapedColumn[]): string[] {
  const named = new Map(columns.map((column) => [column.name, column]))
  const twice = columns.length > named.size ? ['two columns have the same name'] : []
  return [...twice, ...compareMembers({ ...tools, kindOf: kindOfColumn }, row, named)]
}

interface Comparison extends Tools {
  kindOf: (catalogue: Catalogue, oid: number) => JsKind
}

function compareMembers(
  comparison: Comparison,
  type: ts.Type,
  columns: ReadonlyMap<string, Shape>,
): string[] {
  const { checker } = comparison
  const others = type.getStringIndexType()
  const members = checker.getPropertiesOfType(type)
  const names = new Set(members.map((member) => member.getName()))
  const unnamed = [...columns.keys()].filter((name) => !names.has(name))
  return [
    ...unnamed.flatMap((name) => {
      const column = columns.get(name)
      return others && column
        ? compareValue(comparison, others, column).map((problem) => `${name}${problem}`)
        : [`${name}: the type has no such property`]
    }),
    ...members.flatMap((member) => {
      const column = columns.get(member.getName())
      if (!column) return isOptional(member) ? [] : [`${member.getName()}: the query has no such column`]
      const found = compareValue(comparison, checker.getTypeOfSymbol(member), column)
      return found.map((problem) => `${member.getName()}${problem}`)
    }),
  ]
}

const isOptional = (member: ts.Symbol): boolean => (member.flags & ts.SymbolFlags.Optional) !== 0

function compareValue(comparison: Comparison, type: ts.Type, shape: Shape): string[] {
  const claim = readClaim(comparison.checker, type)
  if (!claim.kinds) return []
  const kind = shape.json ? 'json' : comparison.kindOf(comparison.catalogue, shape.type)
  const isRight =
    claim.kinds.some((claimed) => isSameKind(claimed, kind)) ||
    (kind === 'json' && claim.structures.length > 0) ||
    claim.kinds.length === 0
  if (!isRight)
    return [`: ${claim.kinds.map(nameOfKind).join(' | ')} is claimed, but it is a ${nameOfKind(kind)}`]
  return [
    ...(shape.nullable && !claim.nullable ? [': it may be null'] : []),
    ...compareLiterals(claim, shape),
    ...compareJson(comparison, claim, shape.json),
  ]
}

function compareLiterals({ literals }: Claim, { values }: Shape): string[] {
  if (!literals) return []
  if (!values) return [': nothing restricts it to the claimed texts']
  const missing = [...values].filter((value) => !literals.has(value))
  return missing.length > 0 ? [`: the type lacks ${missing.join(', ')}`] : []
}

function compareJson(comparison: Comparison, claim: Claim, json: Json | undefined): string[] {
  const [type] = claim.structures
  if (!json || !type) return []
  if (json.kind === 'either') return json.of.flatMap((one) => compareJson(comparison, claim, one))
  const inJson: Comparison = { ...comparison, kindOf: kindInJson }
  if (json.kind === 'object')
    return compareMembers(inJson, type, json.members).map((problem) => `.${problem}`)
  const item = json.kind === 'map' ? type.getStringIndexType() : itemOf(comparison.checker, type)
  if (!item) return [`: it is a ${json.kind}`]
  return compareValue(inJson, item, json.item).map((problem) => `[]${problem}`)
}
