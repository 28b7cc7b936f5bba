import { AccountSkeleton } from '#islands/platform/AccountSkeleton.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { legalTexts, saveLegalText, replaceLegalText } from '#stores/console/legal.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { ConsoleGate } from '../ConsoleGate.tsx'
import { LegalPages } from './LegalPages.tsx'

const WAITING = <AccountSkeleton label="Loading your legal pages…" blocks={2} />

/** The page `/promoter/legal`. */
export function LegalConsole() {
  return <ConsoleGate skeleton={WAITING}>{() => <Loaded />}</ConsoleGate>
}

function Loaded() {
  const { data, error } = useStore(legalTexts.$store, LOADING)
  if (error) return <LoadFailed what="Your legal pages" why={error} onRetry={() => void legalTexts.load()} />
  if (!data) return WAITING
  return (
    <div className="account-sections legal">
      <LegalPages texts={data} save={saveLegalText} take={replaceLegalText} />
    </div>
  )
}
