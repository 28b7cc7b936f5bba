import type { AccountView } from '#contracts/operator/accounts.ts'
import { EmailAddress } from '#islands/console/EmailAddress.tsx'
import { ROLE_LABELS } from '#model/people/members.ts'
import { formatNumber } from '#ui/format/format-numbers.ts'

export function PersonFacts({ person }: { person: AccountView }) {
  const { email, isVerified, isOperator, memberships, orders, factors } = person
  return (
    <section className="section" aria-labelledby="facts-title">
      <h2 id="facts-title">Account</h2>
      <dl className="order-facts">
        <div>
          <dt>Email</dt>
          <dd>
            <EmailAddress email={email} />
            {!isVerified && ' (not verified)'}
          </dd>
        </div>
        <div>
          <dt>Second factors</dt>
          <dd>
            <Factors factors={factors} />
          </dd>
        </div>
        <div>
          <dt>Orders</dt>
          <dd>
            {orders.all === 0 ? 'None' : `${formatNumber(orders.paid)} paid of ${formatNumber(orders.all)}`}
          </dd>
        </div>
        <div>
          <dt>Roles</dt>
          <dd>
            {memberships.length === 0 && !isOperator ? (
              'Customer'
            ) : (
              <ul>
                {isOperator && <li>Operator</li>}
                {memberships.map(({ promoterId, promoter, role }) => (
                  <li key={promoterId}>
                    {ROLE_LABELS[role].name} at {promoter}
                  </li>
                ))}
              </ul>
            )}
          </dd>
        </div>
        <div>
          <dt>Id</dt>
          <dd>{person.id}</dd>
        </div>
      </dl>
    </section>
  )
}

function Factors({ factors }: Pick<AccountView, 'factors'>) {
  const { hasAuthenticator, recoveryCodesLeft, passkeys } = factors
  if (!hasAuthenticator && passkeys.length === 0) return 'None'
  return (
    <ul>
      {hasAuthenticator && <li>Authenticator app, {recoveryCodesLeft} recovery codes left</li>}
      {passkeys.map(({ name, host, since }) => (
        <li key={`${name} ${since}`}>
          Passkey “{name}” for {host}
        </li>
      ))}
    </ul>
  )
}
