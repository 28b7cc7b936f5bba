import { showToast } from '#browser/platform/toast-event.ts'
import { putStaffProfile, type StaffProfile } from '#contracts/portal/staff.ts'
import { urls } from '#contracts/platform/urls.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import { saveStaffProfile } from '#stores/portal/staff-data.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { PortalGate } from './PortalGate.tsx'
import { PortalSkeleton } from './PortalSkeleton.tsx'

const ROLES: Readonly<Record<StaffProfile['role'], string>> = {
  owner: 'Owner',
  manager: 'Manager',
  sales: 'Sales',
  door: 'Door',
}

/** The page `/account/staff/profile`. */
export function StaffProfilePage() {
  return (
    <PortalGate skeleton={<PortalSkeleton label="Loading your profile…" blocks={['row', 'plot']} />}>
      {(member) => (
        <div className="sections">
          <div className="member">
            <Avatar url={member.avatarUrl} firstName={member.firstName} lastName={member.lastName} />
            <div>
              <p className="account-lead" dir="auto">
                {member.displayName}
              </p>
              <p className="secondary-text">
                {ROLES[member.role]} at {member.promoterName}
              </p>
              <p className="secondary-text account-value">{member.email}</p>
            </div>
          </div>
          <ProfileForm key={member.promoterId} member={member} />
          <p className="secondary-text">
            Your name, image and email address come from your account.{' '}
            <a href={urls.account()}>Change them in your account</a>.
          </p>
        </div>
      )}
    </PortalGate>
  )
}

function ProfileForm({ member }: { member: StaffProfile }) {
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: putStaffProfile.body,
    send: saveStaffProfile,
    onDone: () =>
      showToast({
        type: 'success',
        title: 'Profile saved',
        message: `${member.promoterName} can see it now.`,
      }),
  })
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <Field
        {...field('displayName')}
        label="Display name (optional)"
        hint="Shown to the team. Default: the name of your account."
        autoComplete="nickname"
        maxLength={80}
        placeholder={`${member.firstName} ${member.lastName}`.trim()}
        defaultValue={member.ownName}
      />
      <Field
        {...field('phone')}
        label="Phone (optional)"
        hint="Shown to the team, so that they can reach you during an event."
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        defaultValue={member.phone}
      />
      <TextArea
        {...field('bio')}
        label="About you (optional)"
        rows={4}
        maxLength={500}
        defaultValue={member.bio}
      />
      <Button type="submit" busy={isBusy}>
        {isBusy ? 'Saving…' : 'Save'}
      </Button>
    </form>
  )
}
