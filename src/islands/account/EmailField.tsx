import { Field } from '#ui/Field.tsx'

/** The address that somebody signs in with: password managers know it as the user name. */
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
