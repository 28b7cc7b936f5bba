import type { ReactNode } from 'react'
import type { OwnPromoter } from '#contracts/account/accounts.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { urls } from '#contracts/platform/urls.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { OwnInvitations } from '#islands/account/OwnInvitations.tsx'
import { useAccount } from '#islands/account/use-account.ts'
import type { Customer } from '#model/people/accounts.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { $ownPromoters, $promoter, loadOwnPromoters } from '#stores/console/own-promoters.ts'
import { Notice } from '#ui/Notice.tsx'
import { PromoterNotices } from './PromoterNotices.tsx'

interface Props {
  /** Placeholder shown while the screen is loading. */
  skeleton: ReactNode
  /** True for screens that only owners can open. */
  isOwners?: boolean
  children: (promoter: OwnPromoter) => ReactNode
}

/**
 * Shows a console screen only to owners and managers of the promoter. Signed-out visitors are redirected to sign-in, and back afterwards.
 */
export function ConsoleGate(props: Props) {
  const customer = useAccount()
  return customer ? <PromoterGate key={customer.id} customer={customer} {...props} /> : props.skeleton
}

function PromoterGate({ customer, skeleton, isOwners = false, children }: Props & { customer: Customer }) {
  const { data, error } = useStore($ownPromoters, LOADING)
  const promoter = useStore($promoter, undefined)
  if (error) return <LoadFailed what="The console" why={error} onRetry={() => void loadOwnPromoters()} />
  if (!data) return skeleton
  if (!promoter) return <NoPromoter customer={customer} />
  if (promoter.needsSecondFactor) return <NeedsSecondFactor promoter={promoter} />
  if (isOwners && promoter.role !== 'owner') return <OwnersOnly promoter={promoter} />
  return (
    <>
      <PromoterNotices promoter={promoter} />
      {children(promoter)}
    </>
  )
}

function NoPromoter({ customer }: { customer: Customer }) {
  return (
    <div className="console-message">
      <OwnInvitations customer={customer} />
      <p className="account-lead">Start selling tickets.</p>
      <p>
        You don’t manage a promoter yet. Create one in a minute, or ask the owner of the promoter you work for
        to invite you.
      </p>
      <div className="form-actions">
        <a className="button" href={consoleUrls.start()}>
          Sell tickets
        </a>
        <a className="button button-quiet" href={urls.account()}>
          Your account
        </a>
      </div>
    </div>
  )
}

function OwnersOnly({ promoter }: { promoter: OwnPromoter }) {
  return (
    <div className="console-message">
      <p className="account-lead">Only the owner of {promoter.name} can open this page.</p>
      <p>You can manage events, orders and prices. Ask the owner if something here needs to change.</p>
    </div>
  )
}

function NeedsSecondFactor({ promoter }: { promoter: OwnPromoter }) {
  return (
    <Notice tone="warning" title={`${promoter.name} requires two-factor authentication`}>
      <p>Set up a passkey or an authenticator app, sign in with it, then come back.</p>
      <div className="notice-actions">
        <a className="button button-quiet" href={urls.accountSecurity()}>
          Go to security
        </a>
      </div>
    </Notice>
  )
}
