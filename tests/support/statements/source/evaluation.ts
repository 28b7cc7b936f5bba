import ts from 'typescript'
import type { Choices } from './choices.ts'
import type { Source } from './program.ts'
import { literalsOf } from './sql-types.ts'
import type { Bindings, Value } from './sql-values.ts'

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
  if (value.kind !== 'runtime') return undefined
  const literals = literalsOf(value.type)
  return memberText(evaluation, node) ?? literals?.[evaluation.choices.choose(keyOf(node), literals.length)]
}

/**
 * The text of a property whose owner is one of several objects with known texts: `of.column` of one of SECRET_COLUMNS. All values of the
 * owner's type are the same object, so that its properties fit each other.
 */
export function memberText({ source, choices }: Evaluation, node: ts.Expression): string | undefined {
  const { checker } = source
  const [owner, name] = ownerOf(checker, node) ?? []
  if (!owner?.isUnion() || name === undefined) return undefined
  const texts = owner.types.map((type) => {
    const member = type.getProperty(name)
    const [text, ...others] = (member && literalsOf(checker.getTypeOfSymbol(member))) ?? []
    return others.length === 0 ? text : undefined
  })
  return texts.every((text) => text !== undefined)
    ? texts[choices.choose(`one of ${checker.typeToString(owner)}`, texts.length)]
    : undefined
}

/** The type that has a property, and the property's name: of `a.b`, and of `b` taken out of an object. */
function ownerOf(checker: ts.TypeChecker, node: ts.Expression): readonly [ts.Type, string] | undefined {
  if (ts.isPropertyAccessExpression(node)) return [checker.getTypeAtLocation(node.expression), node.name.text]
  const declaration = checker.getSymbolAtLocation(node)?.valueDeclaration
  return declaration && ts.isBindingElement(declaration)
    ? [
        checker.getTypeAtLocation(declaration.parent),
        (declaration.propertyName ?? declaration.name).getText(),
      ]
    : undefined
}

/** Key of a choice: equal texts in one file have the same outcome. */
export const keyOf = (node: ts.Node): string => `${node.getSourceFile().fileName} ${node.getText()}`
