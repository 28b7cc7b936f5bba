import { showToast } from '#browser/platform/toast-event.ts'
import { urls } from '#contracts/platform/urls.ts'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { SignInForm } from './SignInForm.tsx'

/** Dialog to sign in without leaving the page, so that its input isn't lost. */
export function SignInDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <TitledDialog isOpen={isOpen} onClose={onClose} title="Sign in">
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
    </TitledDialog>
  )
}
