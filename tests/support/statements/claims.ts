import ts from 'typescript'
import type { JsKind } from './js-kinds.ts'
import { itemOf } from './source/sql-types.ts'

export interface Claim {
  /** Undefined for `unknown`. */
  kinds: readonly JsKind[] | undefined
  nullable: boolean
  /** The literals of a union of texts. */
  literals: ReadonlySet<string> | undefined
  /** The types of objects and lists. */
  structures: readonly ts.Type[]
}

const ABSENT = ts.TypeFlags.Null | ts.TypeFlags.Undefined

export function readClaim(checker: ts.TypeChecker, type: ts.Type): Claim {
  if ((type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) !== 0)
    return { kinds: undefined, nullable: true, literals: undefined, structures: [] }
  const all = type.isUnion() ? type.types : [type]
  const types = all.filter((each) => (each.flags & ABSENT) === 0)
  const texts = types.filter((each) => (each.flags & ts.TypeFlags.StringLike) !== 0)
  const isClosed = texts.length > 0 && texts.every((each) => each.isStringLiteral())
  return {
    kinds: types.map((each) => kindOf(checker, each)),
    nullable: all.some((each) => (each.flags & ts.TypeFlags.Null) !== 0),
    literals: isClosed
      ? new Set(texts.flatMap((each) => (each.isStringLiteral() ? [each.value] : [])))
      : undefined,
    structures: types.filter((each) => (each.flags & ts.TypeFlags.Object) !== 0),
  }
}

function kindOf(checker: ts.TypeChecker, type: ts.Type): JsKind {
  const [, plain] = PLAIN.find(([flag]) => (type.flags & flag) !== 0) ?? []
  if (plain) return plain
  const name = type.getSymbol()?.getName()
  if (name === 'Date' || name === 'Buffer') return name
  const item = itemOf(checker, type)
  return item ? kindOfList(checker, item) : 'json'
}

const PLAIN: readonly [flag: ts.TypeFlags, kind: JsKind][] = [
  [ts.TypeFlags.StringLike, 'string'],
  [ts.TypeFlags.NumberLike, 'number'],
  [ts.TypeFlags.BooleanLike, 'boolean'],
]

function kindOfList(checker: ts.TypeChecker, item: ts.Type): JsKind {
  const [kind, ...others] = readClaim(checker, item).kinds ?? []
  return kind !== undefined && others.every((other) => isSameKind(other, kind)) ? { item: kind } : 'json'
}

export const isSameKind = (one: JsKind, other: JsKind): boolean =>
  typeof one === 'object' && typeof other === 'object' ? isSameKind(one.item, other.item) : one === other

export const nameOfKind = (kind: JsKind): string =>
  typeof kind === 'object' ? `${nameOfKind(kind.item)}[]` : kind
