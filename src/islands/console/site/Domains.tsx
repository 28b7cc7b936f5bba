import { useEffect, useRef, useState } from 'react'
import { $domains, loadDomains } from '#stores/console/site/site-domains.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Loading } from '#ui/loading/Loading.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { AddDomain } from './AddDomain.tsx'
import { DomainCard } from './DomainCard.tsx'

export function Domains() {
  const { data, error } = useStore($domains, LOADING)
  const heading = useRef<HTMLHeadingElement>(null)
  const [added, setAdded] = useState('')
  // Moves the focus to the domain that was just added.
  useEffect(() => {
    if (!added) return
    const card = document.getElementById(`domain-${added}`)
    card?.scrollIntoView({ block: 'nearest' })
    card?.querySelector('button')?.focus({ preventScroll: true })
  }, [added])
  return (
    <section className="account-section" aria-labelledby="domains">
      <h2 id="domains" tabIndex={-1} ref={heading}>
        Domains
      </h2>
      {!data && <Loading size="item" what="Your domains" why={error} onRetry={() => void loadDomains()} />}
      {data && (
        <>
          {data.length === 0 ? (
            <p>
              You don’t have a custom domain yet. Add a domain you own, and create the DNS records that we
              show you. The certificate is included.
            </p>
          ) : (
            <ul className="domains">
              {data.map((domain) => (
                <DomainCard
                  key={domain.id}
                  domain={domain}
                  all={data}
                  onDeleted={() => heading.current?.focus()}
                />
              ))}
            </ul>
          )}
          <AddDomain onAdded={setAdded} />
        </>
      )}
    </section>
  )
}
