import { profileFields, type Customer } from '#model/people/accounts.ts'
import { showToast } from '#browser/platform/toast-event.ts'
import { updateProfile } from '#stores/account/profile.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { AccountSkeleton } from '#islands/platform/AccountSkeleton.tsx'
import { AvatarField } from './AvatarField.tsx'
import { DataSection } from './DataSection.tsx'
import { EmailSection } from './EmailSection.tsx'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useAccount } from '#islands/account/use-account.ts'
import { useForm } from '#islands/platform/use-form.ts'
import { VerifyNotice } from '#islands/account/VerifyNotice.tsx'

/** The page `/account`. */
export function Profile() {
  const customer = useAccount()
  if (!customer) return <AccountSkeleton label="Loading your profile…" blocks={3} />
  return (
    <div className="account-sections">
      {!customer.isEmailVerified && <VerifyNotice email={customer.email} />}
      <section className="account-section" aria-labelledby="about-you">
        <h2 id="about-you">About you</h2>
        <AvatarField customer={customer} />
        <ProfileForm key={customer.id} customer={customer} />
      </section>
      <EmailSection customer={customer} />
      <DataSection />
    </div>
  )
}

function ProfileForm({ customer }: { customer: Customer }) {
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: profileFields,
    send: updateProfile,
    onDone: () =>
      showToast({
        type: 'success',
        title: 'Profile saved',
        message: 'We’ll use it to fill in your next checkout.',
      }),
  })
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <div className="field-pair">
        <Field
          {...field('firstName')}
          label="First name"
          autoComplete="given-name"
          defaultValue={customer.firstName}
          required
        />
        <Field
          {...field('lastName')}
          label="Last name"
          autoComplete="family-name"
          defaultValue={customer.lastName}
          required
        />
      </div>
      <Field
        {...field('phone')}
        label="Phone (optional)"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        defaultValue={customer.phone}
      />
      <Button type="submit" busy={isBusy}>
        {isBusy ? 'Saving…' : 'Save'}
      </Button>
    </form>
  )
}
