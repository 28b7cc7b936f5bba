import { AccountSkeleton } from '#islands/platform/AccountSkeleton.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { $branding } from '#stores/console/site/site-branding.ts'
import { Branding } from './Branding.tsx'
import { ConsoleGate } from '#islands/console/ConsoleGate.tsx'
import { Domains } from './Domains.tsx'

const WAITING = <AccountSkeleton label="Loading your site…" blocks={3} />

/** The page `/promoter/site`. */
export function SiteConsole() {
  return (
    <ConsoleGate skeleton={WAITING} isOwners>
      {(promoter) => (
        <div className="account-sections">
          <SiteAddress />
          <Domains />
          <Branding promoterId={promoter.id} />
        </div>
      )}
    </ConsoleGate>
  )
}

function SiteAddress() {
  const { data } = useStore($branding, LOADING)
  return data?.siteUrl ? (
    <p className="site-facts">
      <a href={data.siteUrl} target="_blank" rel="noopener">
        {new URL(data.siteUrl).host}
      </a>
    </p>
  ) : null
}
