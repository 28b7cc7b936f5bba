import { AccountSkeleton } from '#islands/platform/AccountSkeleton.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { mainSite } from '#stores/operator/main-site.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { OperatorGate } from '../OperatorGate.tsx'
import { FeaturedEvents } from './FeaturedEvents.tsx'
import { ListedEvents } from './ListedEvents.tsx'
import { MainSiteForm } from './MainSiteForm.tsx'

/** The page `/operator/site`. */
export function MainSite() {
  return (
    <OperatorGate>
      <Loaded />
    </OperatorGate>
  )
}

function Loaded() {
  const { data, error } = useStore(mainSite.$store, LOADING)
  if (error !== undefined && !data)
    return <LoadFailed what="The main site" why={error} onRetry={() => void mainSite.load()} />
  if (!data) return <AccountSkeleton label="Loading the main site…" blocks={2} />
  return (
    <div className="sections">
      <MainSiteForm key={data.version} saved={data} />
      <FeaturedEvents />
      <ListedEvents />
    </div>
  )
}
