import { LoadingScreen, Skeletons } from '#ui/loading/Skeleton.tsx'

/** Placeholder of an account page until the session is known. */
export function AccountSkeleton({ label, blocks }: { label: string; blocks: number }) {
  return (
    <LoadingScreen label={label} className="account-sections">
      <Skeletons size="card" count={blocks} />
    </LoadingScreen>
  )
}
