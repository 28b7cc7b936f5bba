import * as z from 'zod/mini'
import { createTrackingLink } from '#contracts/portal/staff.ts'
import { Field } from '#ui/form/Field.tsx'

/** Schema of the form value. An empty code isn't sent, and the server generates one. */
export const optionalCode = z.union([z.literal(''), createTrackingLink.body.shape.code])

export const omitEmptyFields = (fields: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value))

interface Bound {
  id: string
  name: string
  error: string | undefined
}

export function LinkNameField({ hint, ...bound }: Bound & { hint: string }) {
  return <Field {...bound} label="Name" hint={hint} autoComplete="off" maxLength={80} required />
}

export function LinkCodeField(bound: Bound) {
  return (
    <Field
      {...bound}
      label="Code (optional)"
      hint="Part of the link’s URL. Leave empty to generate one."
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
    />
  )
}
