/** Placeholder of an account page until the session is known. */
export function AccountSkeleton({ words, blocks }: { words: string; blocks: number }) {
  return (
    <div className="account-sections" aria-busy="true">
      <p className="visually-hidden" aria-live="polite">
        {words}
      </p>
      {Array.from({ length: blocks }, (_, index) => (
        <div key={index} className="skeleton account-skeleton" />
      ))}
    </div>
  )
}
