import { LoadingScreen, Skeletons } from '#ui/loading/Skeleton.tsx'

/** Placeholder of an account page until it is known whether the user is signed in. */
export function AccountSkeleton({ label, blocks }: { label: string; blocks: number }) {
  return (
    <LoadingScreen label={label} className="account-sections">
      <Skeletons size="card" count={blocks} />
    </LoadingScreen>
  )
}
