import type ts from 'typescript'
import type { Choices } from './choices.ts'
import type { Source } from './program.ts'
import { literalsOf } from './sql-types.ts'
import type { Bindings, Value } from './sql-values.ts'

/** One evaluation of a statement. */
export interface Evaluation {
  source: Source
  choices: Choices
  /** Receives every `sql` template that is evaluated. */
  reached: Set<ts.TaggedTemplateExpression>
  evaluate: (node: ts.Expression, bindings: Bindings) => Value
}

export const runtimeOf = ({ source }: Evaluation, node: ts.Node): Value => ({
  kind: 'runtime',
  type: source.checker.getTypeAtLocation(node),
})

/** The text of an expression, if it is known: a constant, or one of the literals of its type. */
export function textOf(evaluation: Evaluation, node: ts.Expression, bindings: Bindings): string | undefined {
  const value = evaluation.evaluate(node, bindings)
  if (value.kind === 'text' || value.kind === 'number') return value.text
  const literals = value.kind === 'runtime' ? literalsOf(value.type) : undefined
  return literals?.[evaluation.choices.choose(keyOf(node), literals.length)]
}

/** Key of a choice: equal texts in one file have the same outcome. */
export const keyOf = (node: ts.Node): string => `${node.getSourceFile().fileName} ${node.getText()}`
