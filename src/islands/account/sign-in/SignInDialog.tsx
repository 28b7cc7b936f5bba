import { showToast } from '#browser/platform/toast-event.ts'
import { urls } from '#contracts/platform/urls.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { DialogHead } from '#ui/dialog/DialogHead.tsx'
import { SignInForm } from './SignInForm.tsx'

/** Sign-in dialog that keeps the page's input. */
export function SignInDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} labelledBy="sign-in-title" className="dialog">
      <DialogHead id="sign-in-title" onClose={onClose}>
        Sign in
      </DialogHead>
      {isOpen && (
        <SignInForm
          onDone={({ firstName }) => {
            onClose()
            showToast({
              type: 'success',
              title: `Welcome back, ${firstName}`,
              message: 'Your cart and what you entered haven’t changed.',
            })
          }}
        />
      )}
      <p className="field-hint">
        No account? You don’t need one to buy. <a href={urls.register()}>Create an account</a>.
      </p>
    </Dialog>
  )
}
