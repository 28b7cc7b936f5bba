/** Email address in a table. If it doesn't fit one line, it breaks after the @. */
export function EmailAddress({ email }: { email: string }) {
  const at = email.lastIndexOf('@') + 1
  if (at === 0) return <span className="small-text">{email || '—'}</span>
  return (
    <span className="small-text">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}
