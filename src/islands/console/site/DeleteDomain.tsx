import type { Domain } from '#contracts/console/domains.ts'
import { succeed } from '#model/platform/result.ts'
import { deleteDomain } from '#stores/console/site/site-domains.ts'
import { ConfirmButton } from '#islands/console/ConfirmButton.tsx'
import { deleteDomainMessages } from './domain-messages.ts'

interface Props {
  domain: Domain
  all: readonly Domain[]
  onDone: () => void
}

export function DeleteDomain({ domain, all, onDone }: Props) {
  const { id, displayHost } = domain
  const run = async () => {
    const answer = await deleteDomain(id)
    if (!answer.success && answer.error.code !== 'NOT_FOUND') return answer
    onDone()
    return succeed(null)
  }
  return (
    <ConfirmButton
      label="Delete"
      about={displayHost}
      question={`Delete ${displayHost}?`}
      yes="Delete domain"
      run={run}
    >
      {deleteDomainMessages(domain, all).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </ConfirmButton>
  )
}
