import { formatDateTime } from '#ui/format/format-dates.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { ROLE_LABELS } from '#model/people/members.ts'
import type { Customer } from '#model/people/accounts.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { ownInvitations } from '#stores/account/invitation.ts'
import { Notice } from '#ui/Notice.tsx'

/** Invitations to the account that haven't been accepted yet. Renders nothing if there are none. */
export function OwnInvitations({ customer }: { customer: Customer }) {
  const { data = [] } = useStore(ownInvitations.$store, LOADING)
  return data.map(({ promoterName, role, sentAt, expiresAt }) => (
    <Notice key={promoterName + sentAt} tone="success" title={`${promoterName} has invited you`}>
      <p>
        You’ll be able to {ROLE_LABELS[role].does}. To join, open the link in the email we sent to{' '}
        <strong>{customer.email}</strong> on {formatDateTime(sentAt)}. The link works until{' '}
        {formatDateTime(expiresAt)}. After that, ask {promoterName} to send a new one.
      </p>
    </Notice>
  ))
}
