import { showToast } from '#browser/platform/toast-event.ts'
import { invitePromoter, type PromoterInvitation } from '#contracts/operator/registration.ts'
import { EmailAddress } from '#islands/console/EmailAddress.tsx'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import { useStore } from '#islands/platform/use-store.ts'
import {
  promoterInvitations,
  revokeSentPromoterInvitation,
  sendPromoterInvitation,
} from '#stores/operator/registration.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Button } from '#ui/Button.tsx'
import { DataTable, type TableColumns } from '#ui/DataTable.tsx'
import { EmailField } from '#ui/form/EmailField.tsx'
import { formatDate } from '#ui/format/format-dates.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'

/** Invitations to become an organiser without a review. */
export function PromoterInvitations() {
  const { data, error } = useStore(promoterInvitations.$store, LOADING)
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: invitePromoter.body,
    send: ({ email }) => sendPromoterInvitation(email),
    onDone: (_, element) => element.reset(),
    fieldOf: { INVITATION_THERE: 'email' },
  })
  return (
    <section className="section" aria-labelledby="promoter-invitations">
      <h2 id="promoter-invitations">Invitations</h2>
      <p className="secondary-text">
        An invited person can create one promoter with this email address, without a review, within 14 days.
      </p>
      <form {...form} className="account-form">
        <FormErrors formErrors={formErrors} idOf={idOf} />
        <EmailField {...field('email')} label="Email" autoComplete="off" required />
        <Button type="submit" variant="quiet" busy={isBusy}>
          {isBusy ? 'Sending…' : 'Send invitation'}
        </Button>
      </form>
      {error !== undefined && !data && (
        <LoadFailed what="The invitations" why={error} onRetry={() => void promoterInvitations.load()} />
      )}
      {data && data.length > 0 && (
        <DataTable labelledBy="promoter-invitations" columns={COLUMNS} rows={data} keyOf={({ id }) => id} />
      )}
    </section>
  )
}

async function revoke(id: string): Promise<void> {
  const answer = await revokeSentPromoterInvitation(id)
  if (!answer.success && answer.error.code !== 'NOT_FOUND')
    showToast({ type: 'destructive', title: 'Not revoked', message: answer.error.message })
}

const COLUMNS: TableColumns<PromoterInvitation> = [
  { name: 'Email', cell: ({ email }) => <EmailAddress email={email} /> },
  { name: 'Invited by', cell: ({ invitedBy }) => invitedBy || 'A deleted account' },
  { name: 'Sent', cell: ({ sentAt }) => formatDate(sentAt) },
  {
    name: 'Valid until',
    cell: ({ expiresAt, isExpired }) => (isExpired ? 'Expired' : formatDate(expiresAt)),
  },
  {
    name: 'Revoke',
    isUnnamed: true,
    cell: ({ id, email }) => (
      <Button variant="link" aria-label={`Revoke the invitation of ${email}`} onClick={() => void revoke(id)}>
        Revoke
      </Button>
    ),
  },
]
