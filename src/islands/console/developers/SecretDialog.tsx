import type { ReactNode } from 'react'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { DialogHead } from '#ui/dialog/DialogHead.tsx'
import { SecretOnce } from './SecretOnce.tsx'

interface Props {
  id: string
  titles: readonly [form: ReactNode, secret: ReactNode]
  /** The created secret; empty until then. */
  secret: string
  what: string
  hint: string
  onClose: () => void
  children: ReactNode
}

/** Dialog with a form that creates a secret. The secret is shown once, and then only its own button closes the dialog. */
export function SecretDialog({ id, titles, secret, what, hint, onClose, children }: Props) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      labelledBy={id}
      className="dialog dialog-wide"
      isGuarded={secret !== '' || undefined}
    >
      {secret ? (
        <>
          <h2 id={id}>{titles[1]}</h2>
          <SecretOnce secret={secret} what={what} hint={hint} onDone={onClose} />
        </>
      ) : (
        <>
          <DialogHead id={id} onClose={onClose}>
            {titles[0]}
          </DialogHead>
          {children}
        </>
      )}
    </Dialog>
  )
}
