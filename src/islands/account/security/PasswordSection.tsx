import { changePassword as changeContract } from '#contracts/account/accounts.ts'
import { PASSWORD_MIN_LENGTH } from '#model/people/accounts.ts'
import { showToast } from '#browser/platform/toast-event.ts'
import { changePassword } from '#stores/account/profile.ts'
import { loadSessions } from '#stores/account/security.ts'
import { FormActions } from '#ui/FormActions.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'

export function PasswordSection({ email }: { email: string }) {
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: changeContract.body,
    send: changePassword,
    fieldOf: { PASSWORD_WRONG: 'currentPassword' },
    onDone: (_, element) => {
      element.reset()
      void loadSessions()
      showToast({
        type: 'success',
        title: 'Password changed',
        message: 'You’re signed out on all other devices.',
      })
    },
  })
  return (
    <section className="account-section" aria-labelledby="password">
      <h2 id="password">Password</h2>
      <form {...form} className="account-form">
        <FormErrors formErrors={formErrors} idOf={idOf} />
        {/* Tells password managers which account the password belongs to. */}
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <PasswordField
          {...field('currentPassword')}
          label="Current password"
          autoComplete="current-password"
          required
        />
        <PasswordField
          {...field('newPassword')}
          label="New password"
          hint={`${PASSWORD_MIN_LENGTH} characters or more.`}
          autoComplete="new-password"
          required
        />
        <FormActions isBusy={isBusy} label="Change password" busyLabel="Saving…" />
      </form>
    </section>
  )
}
