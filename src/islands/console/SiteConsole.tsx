import type { OwnPromoter } from '#contracts/accounts.ts'
import { urls } from '#contracts/urls.ts'
import { LOADING } from '#stores/loaded.ts'
import { $ownPromoters, $promoter, loadOwnPromoters } from '#stores/own-promoters.ts'
import { $look } from '#stores/site-look.ts'
import { Notice } from '#ui/Notice.tsx'
import { AccountSkeleton } from '#islands/account/AccountSkeleton.tsx'
import { LoadFailed } from '#islands/account/LoadFailed.tsx'
import { useAccount } from '#islands/account/use-account.ts'
import { useStore } from '#islands/use-store.ts'
import { Branding } from './Branding.tsx'
import { Domains } from './Domains.tsx'

const WAITING = <AccountSkeleton words="Loading your site…" blocks={3} />

/** `/promoter/site`. */
export function SiteConsole() {
  const customer = useAccount()
  return customer ? <OwnedSite key={customer.id} /> : WAITING
}

function OwnedSite() {
  const { data, failure } = useStore($ownPromoters, LOADING)
  const promoter = useStore($promoter, undefined)
  if (failure) return <LoadFailed what="Your site" why={failure} onRetry={() => void loadOwnPromoters()} />
  if (!data) return WAITING
  if (data.length === 0) return <NoPromoter />
  if (!promoter) return <ChoosePromoter promoters={data} />
  if (promoter.needsSecondFactor) return <NeedsSecondFactor promoter={promoter} />
  return (
    <div className="account-sections">
      <SiteFacts promoter={promoter} isOneOfMany={data.length > 1} />
      <Domains />
      <Branding promoterId={promoter.id} />
    </div>
  )
}

function SiteFacts({ promoter, isOneOfMany }: { promoter: OwnPromoter; isOneOfMany: boolean }) {
  const { data } = useStore($look, LOADING)
  return (
    <p className="site-facts">
      <strong dir="auto">{promoter.name}</strong>
      {data?.siteUrl && (
        <a href={data.siteUrl} target="_blank" rel="noopener">
          {new URL(data.siteUrl).host}
        </a>
      )}
      {isOneOfMany && <a href={urls.promoterSite()}>Choose another promoter</a>}
    </p>
  )
}

function NoPromoter() {
  return (
    <div className="console-message">
      <p className="account-lead">There is no site here that is yours to change.</p>
      <p>
        A site’s domains and look are its owner’s. If you work for a promoter, ask its owner; if you own
        another promoter, open this page on that promoter’s site.
      </p>
      <a className="button button-quiet" href={urls.account()}>
        Your account
      </a>
    </div>
  )
}

function ChoosePromoter({ promoters }: { promoters: readonly OwnPromoter[] }) {
  return (
    <div className="console-message">
      <p className="account-lead">Whose site?</p>
      <ul className="choose-promoter">
        {promoters.map(({ id, name }) => (
          <li key={id}>
            <a className="button button-quiet" href={urls.promoterSite(id)} dir="auto">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

function NeedsSecondFactor({ promoter }: { promoter: OwnPromoter }) {
  return (
    <Notice tone="warning" title={`${promoter.name} asks for a second factor`}>
      <p>Set up a passkey or an authenticator app, sign in with it, and come back.</p>
      <div className="notice-actions">
        <a className="button button-quiet" href={urls.accountSecurity()}>
          Go to security
        </a>
      </div>
    </Notice>
  )
}
