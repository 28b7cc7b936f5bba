import type { ReactNode } from 'react'
import { urls } from '#contracts/platform/urls.ts'
import { useAccount } from '#islands/account/use-account.ts'
import { AccountSkeleton } from '#islands/platform/AccountSkeleton.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { operators } from '#stores/operator/operator.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { Notice } from '#ui/Notice.tsx'

/** Shows a screen only to operators. Signed-out visitors are redirected to sign-in, and back afterwards; all others see a notice. */
export function OperatorGate({ children }: { children: ReactNode }) {
  const customer = useAccount()
  return customer ? <AccessGate key={customer.id}>{children}</AccessGate> : <Waiting />
}

function AccessGate({ children }: { children: ReactNode }) {
  const { data, error, code } = useStore(operators.$store, LOADING)
  if (code === 'FORBIDDEN') return <NoAccess />
  if (error !== undefined && !data)
    return <LoadFailed what="The platform" why={error} onRetry={() => void operators.load()} />
  return data ? children : <Waiting />
}

const Waiting = () => <AccountSkeleton label="Loading the platform…" blocks={3} />

function NoAccess() {
  return (
    <Notice tone="warning" title="This page is for operators">
      <p>
        Operators sign in with two-factor authentication. If you’re an operator,{' '}
        <a href={urls.accountSecurity()}>turn it on in Security</a>, or sign out and sign in with your second
        factor.
      </p>
    </Notice>
  )
}
