/** What an account page is going to be like, until it is known whose it is. */
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
