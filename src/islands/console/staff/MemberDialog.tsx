import { useState } from 'react'
import * as z from 'zod/mini'
import { showToast } from '#browser/platform/toast-event.ts'
import { staffMember, type StaffMember } from '#contracts/console/staff/staff.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { memberRole, ROLE_LABELS, type MemberRole } from '#model/people/members.ts'
import { changeRole, removeTeamMember } from '#stores/console/staff/staff.ts'
import { Button } from '#ui/Button.tsx'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import type { VersionFields } from '#islands/console/editing/differences.ts'
import { FormConflict } from '#islands/console/editing/FormConflict.tsx'
import { RoleField } from './RoleField.tsx'
import { useConflict } from '#islands/console/editing/use-conflict.ts'
import { useEditForm } from '#islands/console/editing/use-edit-form.ts'

interface Props {
  member: StaffMember
  onClose: () => void
}

/** Dialog to change a member's role or to remove the member. */
export function MemberDialog({ member, onClose }: Props) {
  const [isLeaving, leave] = useState(false)
  const [shown, show] = useState(member)
  return (
    <TitledDialog isOpen onClose={onClose} title={isLeaving ? `Remove ${member.name}?` : member.name}>
      {isLeaving ? (
        <Removal member={member} onDone={onClose} onKeep={() => leave(false)} />
      ) : (
        <RoleForm
          key={shown.version}
          member={shown}
          onDone={onClose}
          onTaken={show}
          onRemove={() => leave(true)}
        />
      )}
    </TitledDialog>
  )
}

const schema = z.object({ role: memberRole })

function RoleForm({
  member,
  onDone,
  onTaken,
  onRemove,
}: {
  member: StaffMember
  onDone: () => void
  onTaken: (theirs: StaffMember) => void
  onRemove: () => void
}) {
  const conflict = useConflict(staffMember, member)
  const { form, idOf, formErrors, isBusy } = useEditForm(conflict, {
    schema,
    send: ({ role }: { role: MemberRole }, version) => changeRole(member.accountId, { role, version }),
    mineOf: ({ role }) => ({ ...member, role }),
    onDone: ({ member: { name, role } }) => {
      showToast({ type: 'success', title: 'Saved', message: `${name}: ${ROLE_LABELS[role].name}.` })
      onDone()
    },
  })
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <RoleField name="role" chosen={member.role} />
      {member.role === 'owner' && (
        <p className="field-hint">
          When an owner gets a lower role, their open invitations are revoked and their API keys stop working.
        </p>
      )}
      <FormConflict conflict={conflict} wordsOf={memberFields} onTaken={onTaken} />
      <div className="form-actions">
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Saving…' : 'Save role'}
        </Button>
        <Button variant="link" onClick={onRemove}>
          {member.isYou ? 'Leave' : `Remove ${member.name}`}
        </Button>
      </div>
    </form>
  )
}

function Removal({
  member,
  onDone,
  onKeep,
}: {
  member: StaffMember
  onDone: () => void
  onKeep: () => void
}) {
  const [isBusy, setBusy] = useState(false)
  const [refusal, refuse] = useState('')
  const remove = async (): Promise<void> => {
    setBusy(true)
    const answer = await removeTeamMember(member.accountId)
    setBusy(false)
    if (!answer.success && answer.error.code !== 'NOT_FOUND') return refuse(answer.error.message)
    showToast({ type: 'success', title: 'Removed', message: `${member.name} no longer has access.` })
    onDone()
  }
  return (
    <div className="account-form">
      <p>
        Access ends at once. Assignments are deleted, and sales through {member.isYou ? 'your' : 'their'}{' '}
        links no longer earn commission.
      </p>
      <p>
        Open invitations that {member.isYou ? 'you have' : 'they have'} sent are revoked, and API keys that{' '}
        {member.isYou ? 'you' : 'they'} made stop working. Devices that {member.isYou ? 'you' : 'they'} paired
        for the door keep working: revoke them under <a href={consoleUrls.doorDevices()}>Door devices</a>.
      </p>
      <p>You can still pay out commission earned so far under Payouts.</p>
      <p className="field-error" role="alert">
        {refusal}
      </p>
      <div className="form-actions">
        <Button busy={isBusy} onClick={() => void remove()}>
          {isBusy ? 'Removing…' : 'Remove'}
        </Button>
        <Button variant="quiet" onClick={onKeep}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

const memberFields = ({ role }: StaffMember): VersionFields => [['Role', ROLE_LABELS[role].name]]
