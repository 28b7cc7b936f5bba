/**
 * Type guard for a JSON value. Used in place of Zod in the code that the first “add to cart” loads. Allows unknown
 * fields.
 */
export type Check<Value> = (value: unknown) => value is Value

export type FieldChecks<Value> = { readonly [Key in keyof Value]-?: Check<Value[Key]> }

export const isString: Check<string> = (value) => typeof value === 'string'

export const isBoolean: Check<boolean> = (value) => typeof value === 'boolean'

export const isNumber: Check<number> = (value): value is number => Number.isFinite(value)

export const isInteger: Check<number> = (value): value is number => Number.isSafeInteger(value)

export const isNonNegativeNumber: Check<number> = (value): value is number => isNumber(value) && value >= 0

export const isOneOf =
  <Value>(values: readonly Value[]): Check<Value> =>
  (value): value is Value =>
    values.some((each) => each === value)

export const isOptional =
  <Value>(is: Check<Value>): Check<Value | undefined> =>
  (value): value is Value | undefined =>
    value === undefined || is(value)

export const isNullable =
  <Value>(is: Check<Value>): Check<Value | null> =>
  (value): value is Value | null =>
    value === null || is(value)

export const isListOf =
  <Value>(is: Check<Value>): Check<Value[]> =>
  (value): value is Value[] =>
    Array.isArray(value) && value.every(is)

/** The compiler requires a check for each field, so that a change of a contract can't be missed here. */
export const isShape =
  <Value extends object>(checks: FieldChecks<Value>): Check<Value> =>
  (value): value is Value => {
    const fields: Record<string, unknown> = Object(value)
    return (
      typeof value === 'object' &&
      !Array.isArray(value) &&
      Object.entries<Check<unknown>>(checks).every(([name, is]) => is(fields[name]))
    )
  }
