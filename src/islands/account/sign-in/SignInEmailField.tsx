import { EmailField } from '#ui/form/EmailField.tsx'

/** Email field that password managers recognise as the user name. */
export function SignInEmailField(bound: {
  id: string
  name: string
  error: string | undefined
  label?: string
  defaultValue?: string
}) {
  return <EmailField label="Email" {...bound} autoComplete="username" required />
}
