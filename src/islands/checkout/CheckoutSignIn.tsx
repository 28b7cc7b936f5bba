import { lazy, Suspense, useEffect, useState } from 'react'
import { $authStatus, $customer } from '#stores/account/customer.ts'
import { CONTACT_FIELDS, fillContact } from '#stores/checkout/checkout-contact.ts'
import { Button } from '#ui/Button.tsx'
import { RefreshNotice } from '#islands/account/sign-in/RefreshNotice.tsx'
import { useStore } from '#islands/platform/use-store.ts'

// The dialog is loaded on demand, because guests don't need it.
const SignInDialog = lazy(async () => ({
  default: (await import('#islands/account/sign-in/SignInDialog.tsx')).SignInDialog,
}))

/** Optional sign-in. It only fills empty fields; the field with focus is filled on blur. */
export function CheckoutSignIn() {
  const status = useStore($authStatus, 'loading')
  const customer = useStore($customer, undefined)
  const [isOpen, open] = useState(false)
  const [isWanted, want] = useState(false)
  const signedIn = status === 'signed in' ? customer : undefined
  useEffect(() => {
    if (!signedIn) return undefined
    // The focused field isn't filled, because the text would be joined with what the user is typing.
    const focused = document.activeElement
    const typing = CONTACT_FIELDS.find((field) => field === focused?.getAttribute('name'))
    fillContact(
      signedIn,
      CONTACT_FIELDS.filter((field) => field !== typing),
    )
    if (typing === undefined) return undefined
    const left = new AbortController()
    focused?.addEventListener('blur', () => fillContact(signedIn, [typing]), {
      once: true,
      signal: left.signal,
    })
    return () => left.abort()
  }, [signedIn])
  return (
    <div className="checkout-sign-in">
      <RefreshNotice />
      {signedIn ? (
        <p>
          Signed in as <strong>{signedIn.email}</strong>.
        </p>
      ) : (
        <p>
          Have an account?{' '}
          <Button
            variant="link"
            onClick={() => {
              want(true)
              open(true)
            }}
          >
            Sign in
          </Button>
        </p>
      )}
      {isWanted && (
        <Suspense>
          <SignInDialog isOpen={isOpen} onClose={() => open(false)} />
        </Suspense>
      )}
    </div>
  )
}
