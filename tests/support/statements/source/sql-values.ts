import type ts from 'typescript'

/** Values of names while an expression is evaluated; symbols are unique, so one map serves nested functions. */
export type Bindings = ReadonlyMap<ts.Symbol, Value>

/** Result of evaluating an expression without running the program. */
export type Value =
  | { kind: 'sql'; parts: readonly SqlPart[] }
  | { kind: 'text'; text: string }
  | { kind: 'number'; text: string }
  | { kind: 'boolean'; is: boolean }
  | { kind: 'list'; items: readonly Value[] }
  | { kind: 'object'; members: ReadonlyMap<string, () => Value> }
  | { kind: 'function'; node: ts.SignatureDeclaration; bindings: Bindings }
  | Runtime

/** Known at run time only: a parameter of the statement. */
export interface Runtime {
  kind: 'runtime'
  type: ts.Type
}

export type SqlPart = string | Parameter

export interface Parameter {
  /** False when neither the value nor an element of it can be null. */
  nullable: boolean
  /** Texts that the value, or an item of it, can be. */
  literals?: readonly string[] | undefined
}

/** The source can't be evaluated without running it. */
export class Unresolved extends Error {
  override name = 'Unresolved'
}

export const sqlOf = (...parts: readonly SqlPart[]): Value => ({ kind: 'sql', parts })

/** The text that Kysely compiles, and its parameters in order. */
export function compile(parts: readonly SqlPart[]): { text: string; parameters: Parameter[] } {
  const parameters: Parameter[] = []
  const text = parts.map((part) => (typeof part === 'string' ? part : `$${parameters.push(part)}`)).join('')
  return { text, parameters }
}
