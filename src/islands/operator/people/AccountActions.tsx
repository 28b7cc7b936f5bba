import { useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import type { AccountView } from '#contracts/operator/accounts.ts'
import type { Result } from '#model/platform/result.ts'
import {
  cancelRemovals,
  endAccountSessions,
  lockAccount,
  removeFactor,
  restoreEmail,
  unlockAccount,
} from '#stores/operator/people.ts'
import { Button } from '#ui/Button.tsx'
import { formatDate } from '#ui/format/format-dates.ts'
import { FACTOR_LABELS } from './account-labels.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'

/** An action of an operator on another person's account, with its dialog. */
export interface AccountAction {
  id: string
  /** Text of the button, and title of the dialog. */
  title: string
  /** Text in the dialog that explains the action. */
  text: string
  done: string
  send: (reason: string) => Promise<Result<unknown>>
}

export function AccountActions({ person, onGone }: { person: AccountView; onGone: () => void }) {
  const [openId, setOpenId] = useState<string>()
  const actions = actionsFor(person)
  const open = actions.find(({ id }) => id === openId)
  const close = (): void => setOpenId(undefined)
  return (
    <div className="form-actions">
      {actions.map(({ id, title }) => (
        <Button key={id} variant="quiet" onClick={() => setOpenId(id)}>
          {title}
        </Button>
      ))}
      <Button variant="link" onClick={() => setOpenId('delete')}>
        Delete account
      </Button>
      {open && (
        <ReasonDialog
          action={open}
          onClose={close}
          onDone={() => {
            showToast({ type: 'success', title: open.done, message: 'The owner gets an email about it.' })
            close()
          }}
        />
      )}
      {openId === 'delete' && <DeleteDialog person={person} onClose={close} onGone={onGone} />}
    </div>
  )
}

function actionsFor(person: AccountView): AccountAction[] {
  const { id, isOperator, sessions, lock: locked, removals } = person
  return [
    ...(sessions.length > 0 ? [endingSessions(id)] : []),
    locked ? unlocking(id) : locking(id),
    ...(isOperator ? [] : [...factorRemovals(person), ...restorings(person)]),
    ...(removals.length > 0 ? [cancelling(id)] : []),
  ]
}

const endingSessions = (id: string): AccountAction => ({
  id: 'sessions',
  title: 'End all sessions',
  text: 'The account is signed out on all devices at once. Its owner can sign in again.',
  done: 'Sessions ended',
  send: (reason) => endAccountSessions(id, reason),
})

const locking = (id: string): AccountAction => ({
  id: 'lock',
  title: 'Lock account',
  text: 'All sessions end at once, and no one can sign in until you unlock the account. API keys that it created stop working. Its tickets and orders stay available by their links.',
  done: 'Account locked',
  send: (reason) => lockAccount(id, reason),
})

const unlocking = (id: string): AccountAction => ({
  id: 'unlock',
  title: 'Unlock account',
  text: 'Its owner can sign in again, and its API keys work again.',
  done: 'Account unlocked',
  send: (reason) => unlockAccount(id, reason),
})

const cancelling = (id: string): AccountAction => ({
  id: 'cancel',
  title: 'Cancel the removal',
  text: 'The second factor stays.',
  done: 'Removal cancelled',
  send: (reason) => cancelRemovals(id, reason),
})

function factorRemovals({ id, factors, removals, isVerified }: AccountView): AccountAction[] {
  const has = { authenticator: factors.hasAuthenticator, passkeys: factors.passkeys.length > 0 }
  return (['authenticator', 'passkeys'] as const)
    .filter((factor) => isVerified && has[factor] && !removals.some((each) => each.factor === factor))
    .map((factor) => ({
      id: `remove ${factor}`,
      title: factor === 'authenticator' ? 'Remove authenticator app' : 'Remove passkeys',
      text: `The owner gets an email with a link to cancel. 72 hours after it is sent, ${FACTOR_LABELS[factor].inSentence} will be removed and all sessions end, unless someone signs in with a second factor. Check first that the person who asks is the owner.`,
      done: 'Removal requested',
      send: (reason) => removeFactor(id, factor, reason),
    }))
}

const restorings = ({ id, emailChanges }: AccountView): AccountAction[] =>
  emailChanges.map(({ email, changedAt }) => ({
    id: `restore ${email}`,
    title: `Restore ${email}`,
    text: `The account belonged to ${email} until ${formatDate(changedAt)}. All sessions end, and the second factors and the password are removed. That address gets a link to choose a new password.`,
    done: 'Email address restored',
    send: (reason) => restoreEmail(id, email, reason),
  }))
