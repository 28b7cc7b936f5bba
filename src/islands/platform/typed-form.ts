import * as z from 'zod/mini'
import { readAmount, readCount, readPercentage, type TypedNumber } from '#model/platform/typed-numbers.ts'

type Values = Readonly<Record<string, string>>

/** Reads the values of a form's fields. If a number field contains something else, the field gets an error and the form isn't sent. */
export interface TypedForm {
  values: Values
  /** Trimmed text; '' if the field is missing. */
  text: (name: string) => string
  count: (name: string, fewest?: number) => number
  amount: (name: string, currency: string) => number
  percentage: (name: string, digits: number) => number
  /** Returns null for an empty field; otherwise the result of `read`. */
  optional: (name: string, read: (name: string) => number) => number | null
}

/** Schema of a form with numbers. `read` converts its fields to the input of `wire`, which validates them. */
export const typedForm = <Fields>(
  read: (form: TypedForm) => Fields,
  // `NoInfer` infers the type from `read` alone, so that a field missing in `wire` is a type error instead of being dropped.
  wire?: z.ZodMiniType<NoInfer<Fields>>,
): z.ZodMiniType<Fields> =>
  z.pipe(
    z.record(z.string(), z.string()),
    z.transform((values: Values, { issues }): Fields => {
      const found: FieldProblem[] = []
      const addProblem = (path: PropertyKey[], message: string): void => void found.push({ path, message })
      const fields = read(openForm(values, (name, problemMessage) => addProblem([name], problemMessage)))
      const checked = wire?.safeParse(fields)
      // The schema's errors are added to the errors of the number fields, so that all are shown together. A field shows
      // its first error.
      for (const { path, message } of checked?.error?.issues ?? []) addProblem(path, message)
      for (const { path, message } of inOrderOf(values, found))
        issues.push({ code: 'custom', path, message, input: values })
      return checked?.data ?? fields
    }),
  )

interface FieldProblem {
  path: PropertyKey[]
  message: string
}

/** Sorts errors by the order of the fields on the screen. */
function inOrderOf(values: Values, found: readonly FieldProblem[]): FieldProblem[] {
  const names = Object.keys(values)
  const placeOf = ({ path: [name] }: FieldProblem): number => {
    const place = names.indexOf(String(name))
    return place < 0 ? names.length : place
  }
  return found.toSorted((one, other) => placeOf(one) - placeOf(other))
}

function openForm(values: Values, addProblem: (name: string, problemMessage: string) => void): TypedForm {
  const text = (name: string): string => (values[name] ?? '').trim()
  const number = (name: string, read: TypedNumber): number => {
    if ('value' in read) return read.value
    addProblem(name, read.problemMessage)
    return Number.NaN
  }
  return {
    values,
    text,
    count: (name, fewest) => number(name, readCount(text(name), fewest)),
    amount: (name, currency) => number(name, readAmount(text(name), currency)),
    percentage: (name, digits) => number(name, readPercentage(text(name), digits)),
    optional: (name, read) => (text(name) === '' ? null : read(name)),
  }
}
