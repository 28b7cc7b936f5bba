import { Field } from '#ui/Field.tsx'

/** Email field for sign-in, marked as user name for password managers. */
export function EmailField(bound: {
  id: string
  name: string
  error: string | undefined
  label?: string
  defaultValue?: string
}) {
  return (
    <Field
      label="Email"
      {...bound}
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  )
}
