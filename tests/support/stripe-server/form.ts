/** A body or query in Stripe's format: `metadata[orderId]=1&expand[0]=latest_charge`, nested. */
export type Form = { [name: string]: string | Form }

export function readForm(text: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(text))
    put(form, name.split(/[[\]]+/).filter(Boolean), value)
  return form
}

function put(form: Form, [name = '', ...rest]: readonly string[], value: string): void {
  if (rest.length === 0) {
    form[name] = value
    return
  }
  const present = form[name]
  const inner = typeof present === 'object' ? present : {}
  form[name] = inner
  put(inner, rest, value)
}

export function text(form: Form, ...path: readonly string[]): string | undefined {
  const value = path.reduce<string | Form | undefined>(
    (at, name) => (typeof at === 'object' ? at[name] : undefined),
    form,
  )
  return typeof value === 'string' ? value : undefined
}

/** Scalar values of a group such as `metadata`. */
export function group(form: Form, name: string): Record<string, string> {
  const value = form[name]
  const entries = typeof value === 'object' ? Object.entries(value) : []
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

export const list = (form: Form, name: string): string[] => Object.values(group(form, name))
