export interface Shape {
  type: number
  nullable: boolean
  /** All texts that it can be, when they are known. */
  values?: ReadonlySet<string> | undefined
  /** Content of a JSON value or row that the query builds. */
  json?: Json | undefined
}

export type Json =
  | { kind: 'object'; members: ReadonlyMap<string, Shape> }
  | { kind: 'array' | 'map'; item: Shape }
  | { kind: 'either'; of: readonly Json[] }

/** A column of a query's result. */
export interface ShapedColumn extends Shape {
  name: string
}

export const objectOf = (columns: readonly ShapedColumn[]): Json => ({
  kind: 'object',
  members: new Map(columns.map((column) => [column.name, column])),
})

/** Shape of an expression that yields one of these. */
export function eitherOf(shapes: readonly Shape[]): Shape {
  const values = shapes.map((shape) => shape.values)
  return {
    type: shapes[0]?.type ?? 0,
    nullable: shapes.some(({ nullable }) => nullable),
    values: values.every((each) => each !== undefined)
      ? new Set(values.flatMap((each) => [...each]))
      : undefined,
    json: eitherJson(shapes.flatMap(({ json }) => json ?? [])),
  }
}

const eitherJson = (all: readonly Json[]): Json | undefined =>
  all.length > 1 ? { kind: 'either', of: all } : all[0]
