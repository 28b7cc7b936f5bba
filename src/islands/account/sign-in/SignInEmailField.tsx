import { EmailField } from '#ui/form/EmailField.tsx'

/** Email field for sign-in, marked as user name for password managers. */
export function SignInEmailField(bound: {
  id: string
  name: string
  error: string | undefined
  label?: string
  defaultValue?: string
}) {
  return <EmailField label="Email" {...bound} autoComplete="username" required />
}
