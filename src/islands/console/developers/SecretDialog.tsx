import type { ReactNode } from 'react'
import { Dialog } from '#ui/Dialog.tsx'
import { DialogHead } from '#ui/DialogHead.tsx'
import { SecretOnce } from './SecretOnce.tsx'

interface Props {
  id: string
  /** What the form is about, and what the secret that comes of it is called. */
  titles: readonly [form: ReactNode, secret: ReactNode]
  /** Empty until there is one. */
  secret: string
  what: string
  hint: string
  onClose: () => void
  /** The form. */
  children: ReactNode
}

/** A form that a secret comes of. The secret is shown once, so nothing but its own button closes it then. */
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
