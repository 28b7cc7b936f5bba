import { LegalPages } from '#islands/console/legal/LegalPages.tsx'
import { AccountSkeleton } from '#islands/platform/AccountSkeleton.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import {
  mainSiteLegalTexts,
  saveMainSiteLegalText,
  replaceMainSiteLegalText,
} from '#stores/operator/main-site-legal.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { OperatorGate } from '../OperatorGate.tsx'

/** The page `/operator/legal`. */
export function MainSiteLegal() {
  return (
    <OperatorGate>
      <Loaded />
    </OperatorGate>
  )
}

function Loaded() {
  const { data, error } = useStore(mainSiteLegalTexts.$store, LOADING)
  if (error !== undefined && !data)
    return <LoadFailed what="The legal pages" why={error} onRetry={() => void mainSiteLegalTexts.load()} />
  if (!data) return <AccountSkeleton label="Loading the legal pages…" blocks={2} />
  return (
    <div className="account-sections legal">
      <LegalPages texts={data} save={saveMainSiteLegalText} take={replaceMainSiteLegalText} />
    </div>
  )
}
