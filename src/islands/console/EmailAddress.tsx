/** An e-mail address in a table: where there is no room for one line, the second begins behind the @. */
export function EmailAddress({ email }: { email: string }) {
  const at = email.lastIndexOf('@') + 1
  if (at === 0) return <span className="desk-small">{email || '—'}</span>
  return (
    <span className="desk-small">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}
