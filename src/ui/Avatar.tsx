/** Image or initials of a user. Hidden from screen readers, because the name is next to it. */
export function Avatar({ url, firstName, lastName }: { url: string; firstName: string; lastName: string }) {
  const initials = [firstName, lastName].map((name) => Array.from(name)[0]?.toUpperCase() ?? '').join('')
  return (
    <span className="avatar" aria-hidden="true">
      {url ? <img src={url} alt="" width={96} height={96} /> : initials}
    </span>
  )
}
