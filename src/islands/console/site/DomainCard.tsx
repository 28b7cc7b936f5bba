import { useEffect, useState } from 'react'
import { startTicker } from '#browser/platform/clock.ts'
import type { Domain } from '#contracts/console/domains.ts'
import type { Result } from '#model/platform/result.ts'
import { doesDomainResolve } from '#model/sites/domains.ts'
import {
  $domainChecks,
  addDomain,
  checkDomain,
  makeDomainCanonical,
  verifyDomain,
  type DomainCheck,
} from '#stores/console/site/site-domains.ts'
import { Button } from '#ui/Button.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { DeleteDomain } from './DeleteDomain.tsx'
import { DomainRecords } from './DomainRecords.tsx'
import { domainMessage, DOMAIN_STATUS_LABELS, counterpartLabel } from './domain-messages.ts'

type Action = 'check' | 'verify' | 'lead' | 'add'

const NO_CHECKS = {}
/** Interval of checks. Longer than the server's limit of one check in ten seconds for all domains of a promoter. */
const LOOK_AGAIN_MS = 30_000

export function DomainCard({
  domain,
  all,
  onDeleted,
}: {
  domain: Domain
  all: readonly Domain[]
  onDeleted: () => void
}) {
  const check = useStore($domainChecks, NO_CHECKS)[domain.id]
  const { busy, refusal, run } = useActions()
  const isLive = doesDomainResolve(domain.status)
  const [words, tone] = DOMAIN_STATUS_LABELS[domain.status]
  useFollow(domain, check)
  return (
    <li className="domain" id={`domain-${domain.id}`}>
      <div className="domain-head">
        <h3 dir="ltr">{domain.displayHost}</h3>
        <span className="badge" data-tone={tone}>
          {words}
        </span>
        {domain.isCanonical && <span className="badge">Main domain</span>}
      </div>
      <p>
        {domainMessage(
          domain,
          all.find((each) => each.isCanonical),
        )}
      </p>
      {(!isLive || domain.status === 'failing' || check) && <DomainRecords domain={domain} check={check} />}
      <p className="domain-status" aria-live="polite">
        {busy === 'check' ? 'Checking DNS…' : check?.says}
      </p>
      {refusal && (
        <p className="field-error" role="alert">
          {refusal}
        </p>
      )}
      <div className="form-actions domain-actions">
        <DomainActions domain={domain} busy={busy} run={run} />
        <DeleteDomain domain={domain} all={all} onDone={onDeleted} />
      </div>
    </li>
  )
}

function DomainActions({
  domain,
  busy,
  run,
}: {
  domain: Domain
  busy: Action | undefined
  run: (action: Action, ask: () => Promise<Result<unknown>>) => void
}) {
  const { id, status, offersToo } = domain
  const name = domain.displayHost
  return (
    <>
      {status !== 'verified' && (
        <Button
          aria-label={`Verify ${name}`}
          busy={busy === 'verify'}
          onClick={() => run('verify', () => verifyDomain(id))}
        >
          {busy === 'verify' ? 'Verifying…' : 'Verify'}
        </Button>
      )}
      <Button
        variant="quiet"
        aria-label={`Check ${name}`}
        busy={busy === 'check'}
        onClick={() => run('check', () => checkDomain(id))}
      >
        Check
      </Button>
      {doesDomainResolve(status) && !domain.isCanonical && (
        <Button
          variant="quiet"
          aria-label={`Make ${name} the main domain`}
          busy={busy === 'lead'}
          onClick={() => run('lead', () => makeDomainCanonical(id))}
        >
          Make main domain
        </Button>
      )}
      {offersToo && (
        <Button variant="quiet" busy={busy === 'add'} onClick={() => run('add', () => addDomain(offersToo))}>
          Add {counterpartLabel(domain, offersToo)} too
        </Button>
      )}
    </>
  )
}

/** Runs one action at a time. An action's error is shown until the next action. */
function useActions() {
  const [busy, setBusy] = useState<Action>()
  const [refusal, refuse] = useState('')
  const run = async (action: Action, ask: () => Promise<Result<unknown>>): Promise<void> => {
    if (busy) return
    setBusy(action)
    refuse('')
    const answer = await ask()
    setBusy(undefined)
    if (!answer.success) refuse(answer.error.message)
  }
  return {
    busy,
    refusal,
    run: (action: Action, ask: () => Promise<Result<unknown>>): void => void run(action, ask),
  }
}

/** Repeats the check of a domain with missing records while the page is visible. */
function useFollow({ id, status }: Domain, check: DomainCheck | undefined): void {
  const isAwaited = status !== 'verified' && Boolean(check?.missing.length)
  useEffect(() => {
    if (!isAwaited) return undefined
    return startTicker(() => {
      if (document.visibilityState === 'visible') void checkDomain(id)
    }, LOOK_AGAIN_MS)
  }, [id, isAwaited])
}
