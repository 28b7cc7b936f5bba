import { useState } from 'react'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { $linkToken, deleteLinkToken } from '#stores/account/link-token.ts'
import { undoBankAccountChange } from '#stores/console/settlements.ts'
import { Button } from '#ui/Button.tsx'

interface Undone {
  promoterName: string
  number: string | null
}

/** The page `/undo-bank-account-change#token`. */
export function UndoBankAccountChange() {
  const token = useStore($linkToken, undefined)
  const [undone, setUndone] = useState<Undone>()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const undo = async (): Promise<void> => {
    setBusy(true)
    const answer = await undoBankAccountChange(token ?? '')
    setBusy(false)
    if (!answer.success) return setFailure(answer.error.message)
    deleteLinkToken()
    setUndone(answer.data)
  }
  if (undone) return <Done {...undone} />
  if (token === null)
    return (
      <div className="account-form" role="alert">
        <p className="account-lead">This link is incomplete.</p>
        <p>Open the link in the email about the change. It works once and expires after seven days.</p>
      </div>
    )
  return (
    <div className="account-form">
      <p className="account-lead">
        The former bank details are used again, and payouts wait until an owner confirms them.
      </p>
      {failure && (
        <p className="field-error" role="alert">
          {failure}
        </p>
      )}
      <Button busy={isBusy} onClick={() => void undo()}>
        {isBusy ? 'Undoing…' : 'Undo change'}
      </Button>
    </div>
  )
}

function Done({ promoterName, number }: Undone) {
  return (
    <div className="account-form account-done" aria-live="polite">
      <p className="account-lead">
        {number === null
          ? `${promoterName} has no bank details in this currency any more.`
          : `Payouts of ${promoterName} go to the account ${number} again.`}
      </p>
      <p>
        Payouts wait until an owner confirms the details. If someone changed them without permission, remove
        them from the team first.
      </p>
      <a className="button" href={consoleUrls.settlements()}>
        Check the bank details
      </a>
    </div>
  )
}
