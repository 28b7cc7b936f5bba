import * as z from 'zod/mini'
import { readAmount, readCount, readPercentage, type TypedNumber } from '#model/platform/typed-numbers.ts'

type Values = Readonly<Record<string, string>>

/** What a form's fields hold. What is read as a number and is none is complained about at its field, and never sent. */
export interface TypedForm {
  values: Values
  /** Trimmed; empty for a field that is not there. */
  text: (name: string) => string
  count: (name: string, fewest?: number) => number
  amount: (name: string, currency: string) => number
  percentage: (name: string, digits: number) => number
  /** Null for a field that is left empty, else what `read` makes of it. */
  optional: (name: string, read: (name: string) => number) => number | null
}

/** The schema of a form with numbers: `read` makes of its fields what `wire` checks, which knows every one of them. */
export const typedForm = <Fields>(
  read: (form: TypedForm) => Fields,
  // Inferred from `read` alone: a field that `wire` has not would be taken out, and is no type of this.
  wire?: z.ZodMiniType<NoInfer<Fields>>,
): z.ZodMiniType<Fields> =>
  z.pipe(
    z.record(z.string(), z.string()),
    z.transform((values: Values, { issues }): Fields => {
      const found: Complaint[] = []
      const complain = (path: PropertyKey[], message: string): void => void found.push({ path, message })
      const fields = read(openForm(values, (name, complaint) => complain([name], complaint)))
      const checked = wire?.safeParse(fields)
      // Beside what was typed wrong, so that all is said at once; of one field the first complaint counts.
      for (const { path, message } of checked?.error?.issues ?? []) complain(path, message)
      for (const { path, message } of inOrderOf(values, found))
        issues.push({ code: 'custom', path, message, input: values })
      return checked?.data ?? fields
    }),
  )

interface Complaint {
  path: PropertyKey[]
  message: string
}

/** In the order of the fields on the screen, which is that of what they hold. */
function inOrderOf(values: Values, found: readonly Complaint[]): Complaint[] {
  const names = Object.keys(values)
  const placeOf = ({ path: [name] }: Complaint): number => {
    const place = names.indexOf(String(name))
    return place < 0 ? names.length : place
  }
  return found.toSorted((one, other) => placeOf(one) - placeOf(other))
}

function openForm(values: Values, complain: (name: string, complaint: string) => void): TypedForm {
  const text = (name: string): string => (values[name] ?? '').trim()
  const number = (name: string, read: TypedNumber): number => {
    if ('value' in read) return read.value
    complain(name, read.complaint)
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
