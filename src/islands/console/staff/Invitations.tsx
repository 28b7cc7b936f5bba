import { useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import { invite, type Invitation } from '#contracts/console/staff/staff.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { Loading } from '#ui/loading/Loading.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import { formatDate } from '#ui/format/format-dates.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { ROLE_LABELS } from '#model/people/members.ts'
import type { Result } from '#model/platform/result.ts'
import { LOADING } from '#stores/platform/resource.ts'
import {
  invitations,
  inviteMember,
  resendTeamInvitation,
  revokeTeamInvitation,
} from '#stores/console/staff/staff.ts'
import { Button } from '#ui/Button.tsx'
import { DataTable } from '#ui/DataTable.tsx'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { FormActions } from '#ui/FormActions.tsx'
import { EmailField } from '#ui/form/EmailField.tsx'
import { RoleField } from './RoleField.tsx'

export function Invitations() {
  const { data, error } = useStore(invitations.$store, LOADING)
  const [isOpen, open] = useState(false)
  return (
    <section className="section" aria-labelledby="invitations">
      <div className="section-head">
        <h2 id="invitations">Invitations</h2>
        <Button onClick={() => open(true)}>Invite member</Button>
      </div>
      {!data && (
        <Loading size="card" what="Invitations" why={error} onRetry={() => void invitations.load()} />
      )}
      {data?.invitations.length === 0 && (
        <p className="secondary-text">
          No open invitations. An invitation is an email with a link that is valid for a week.
        </p>
      )}
      {data && data.invitations.length > 0 && <InvitationTable rows={data.invitations} />}
      <InviteDialog isOpen={isOpen} onClose={() => open(false)} />
    </section>
  )
}

function InvitationTable({ rows }: { rows: readonly Invitation[] }) {
  return (
    <DataTable
      labelledBy="invitations"
      keyOf={({ id }) => id}
      rows={rows}
      columns={[
        { name: 'Email', cell: ({ email }) => email },
        { name: 'Role', cell: ({ role }) => <span className="badge">{ROLE_LABELS[role].name}</span> },
        {
          name: 'Link',
          cell: ({ expiresAt, isExpired }) =>
            isExpired ? (
              <span className="badge" data-tone="warning">
                Expired
              </span>
            ) : (
              `Valid until ${formatDate(expiresAt)}`
            ),
        },
        { name: 'Actions', isUnnamed: true, cell: (row) => <InvitationActions row={row} /> },
      ]}
    />
  )
}

function InvitationActions({ row: { id, email } }: { row: Invitation }) {
  const [busy, setBusy] = useState<'again' | 'back'>()
  const run = async (action: 'again' | 'back', ask: () => Promise<Result<unknown>>, words: string) => {
    if (busy) return
    setBusy(action)
    const answer = await ask()
    setBusy(undefined)
    showToast(
      answer.success
        ? { type: 'success', title: words, message: email }
        : { type: 'destructive', title: 'That didn’t work', message: answer.error.message },
    )
  }
  return (
    <span className="team-actions">
      <Button
        variant="quiet"
        busy={busy === 'again'}
        aria-label={`Send again to ${email}`}
        onClick={() => void run('again', () => resendTeamInvitation(id), 'Sent again')}
      >
        {busy === 'again' ? 'Sending…' : 'Send again'}
      </Button>
      <Button
        variant="link"
        busy={busy === 'back'}
        aria-label={`Revoke the invitation of ${email}`}
        onClick={() => void run('back', () => revokeTeamInvitation(id), 'Revoked')}
      >
        Revoke
      </Button>
    </span>
  )
}

function InviteDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <TitledDialog isOpen={isOpen} onClose={onClose} title="Invite member">
      {isOpen && <InviteForm onDone={onClose} />}
    </TitledDialog>
  )
}

function InviteForm({ onDone }: { onDone: () => void }) {
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: invite.body,
    send: inviteMember,
    onDone: ({ invitation: { email } }) => {
      showToast({ type: 'success', title: 'Invitation sent', message: email })
      onDone()
    },
    fieldOf: { ALREADY_MEMBER: 'email', INVITATION_THERE: 'email' },
  })
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <EmailField
        {...field('email')}
        label="Email"
        hint="They join with an account for this address."
        autoComplete="off"
        required
      />
      <RoleField name="role" chosen="sales" />
      <FormActions isBusy={isBusy} label="Send invitation" busyLabel="Sending…" />
    </form>
  )
}
