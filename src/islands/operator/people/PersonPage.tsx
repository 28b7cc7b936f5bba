import { useEffect, useState } from 'react'
import type { AccountView } from '#contracts/operator/accounts.ts'
import { operatorUrls } from '#contracts/platform/operator-urls.ts'
import { OperatorGate } from '#islands/operator/OperatorGate.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { accountDetail } from '#stores/operator/people.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { formatDate, formatDateTime } from '#ui/format/format-dates.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { LoadingScreen, Skeleton, Skeletons } from '#ui/loading/Skeleton.tsx'
import { Notice } from '#ui/Notice.tsx'
import { AccountActions } from './AccountActions.tsx'
import { AccountHistory } from './AccountHistory.tsx'
import { PersonFacts } from './PersonFacts.tsx'
import { PersonSessions } from './PersonSessions.tsx'
import { FACTOR_LABELS } from './account-labels.ts'

/** The page `/operator/people/{id}` with one account. */
export function PersonPage({ id }: { id: string }) {
  return (
    <OperatorGate>
      <PersonScreen id={id} />
    </OperatorGate>
  )
}

function PersonScreen({ id }: { id: string }) {
  const { data, error, code } = useStore(accountDetail.$store, LOADING)
  const [isGone, setGone] = useState(false)
  useEffect(() => void accountDetail.load(id), [id])
  if (isGone || code === 'NOT_FOUND') return <NoPerson isGone={isGone} />
  if (error !== undefined)
    return <LoadFailed what="The account" why={error} onRetry={() => void accountDetail.load(id)} />
  if (!data)
    return (
      <LoadingScreen label="Loading the account…">
        <Skeleton size="head" />
        <Skeletons size="block" count={2} />
      </LoadingScreen>
    )
  return <Person person={data} onGone={() => setGone(true)} />
}

const NoPerson = ({ isGone }: { isGone: boolean }) => (
  <div className="empty-state">
    <h1>{isGone ? 'Account deleted' : 'Account not found'}</h1>
    <p>
      {isGone
        ? 'Its personal data was removed. Orders stay without it, and tickets stay valid.'
        : 'It may have been deleted.'}
    </p>
    <a className="button button-quiet" href={operatorUrls.people()}>
      Find another account
    </a>
  </div>
)

function Person({ person, onGone }: { person: AccountView; onGone: () => void }) {
  const { name, email, since, lastSignInAt, lock } = person
  return (
    <div className="order-page">
      <header className="order-head">
        <a className="small-link" href={operatorUrls.people()}>
          People
        </a>
        <h1 dir="auto">{name || email}</h1>
        <p className="secondary-text">
          Account since {formatDate(since)}
          {lastSignInAt && `, last sign-in ${formatDateTime(lastSignInAt)}`}
        </p>
      </header>
      {lock && (
        <Notice tone="danger" title="This account is locked">
          <p>
            Since {formatDateTime(lock.since)}
            {lock.by && `, by ${lock.by}`}. Reason: {lock.reason}
          </p>
        </Notice>
      )}
      {person.removals.map(({ factor, dueAt }) => (
        <Notice key={factor} tone="warning" title={`${FACTOR_LABELS[factor].name} will be removed`}>
          <p>
            {dueAt
              ? `On ${formatDateTime(dueAt)}, unless the owner cancels it or signs in with a second factor.`
              : '72 hours after the email about it is sent. It hasn’t been sent yet.'}
          </p>
        </Notice>
      ))}
      {person.isOwn ? (
        <Notice title="This is your own account">
          <p>Change it in your account settings. Here, only another operator can change it.</p>
        </Notice>
      ) : (
        <AccountActions person={person} onGone={onGone} />
      )}
      <div className="order-columns">
        <div className="sections">
          <PersonSessions sessions={person.sessions} />
        </div>
        <div className="sections">
          <PersonFacts person={person} />
          <AccountHistory events={person.events} />
        </div>
      </div>
    </div>
  )
}
