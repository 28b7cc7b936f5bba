import { useState } from 'react'
import { deleteAccount as deleteContract } from '#contracts/account/accounts.ts'
import { deleteAccount, fetchAccountExport } from '#stores/account/profile.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { FormActions } from '#ui/FormActions.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { PasswordPrompt } from '#islands/account/security/PasswordPrompt.tsx'
import { explainDeletionRefusal } from './deletion-message.ts'
import { downloadText } from '#islands/account/security/download-text.ts'
import { useForm } from '#islands/platform/use-form.ts'

/** Section to export the personal data and to delete the account. */
export function DataSection() {
  const [isDeleting, askToDelete] = useState(false)
  const [isSaving, askToSave] = useState(false)
  return (
    <section className="account-section" aria-labelledby="your-data">
      <h2 id="your-data">Your data</h2>
      <p>Download the data we have about you, or delete your account.</p>
      {isSaving ? (
        <PasswordPrompt
          why="The file includes all your orders. Confirm it’s you."
          action="Download"
          send={fetchAccountExport}
          onDone={(file) => {
            downloadText('my-account.json', file)
            askToSave(false)
          }}
          onClose={() => askToSave(false)}
        />
      ) : (
        <div className="form-actions">
          <Button variant="quiet" onClick={() => askToSave(true)}>
            Download my data
          </Button>
          <Button variant="quiet" onClick={() => askToDelete(true)}>
            Delete my account
          </Button>
        </div>
      )}
      <Dialog
        isOpen={isDeleting}
        onClose={() => askToDelete(false)}
        labelledBy="delete-title"
        className="dialog"
      >
        {isDeleting && <DeleteForm onClose={() => askToDelete(false)} />}
      </Dialog>
    </section>
  )
}

function DeleteForm({ onClose }: { onClose: () => void }) {
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: deleteContract.body,
    send: async ({ password }) => explainDeletionRefusal(await deleteAccount(password)),
    fieldOf: { PASSWORD_WRONG: 'password' },
  })
  return (
    <form {...form} className="account-form">
      <h2 id="delete-title">Delete your account?</h2>
      <p>
        This deletes your profile, passkeys and sessions right away and removes your name from your orders.
        Your tickets stay valid, so save them first. This can’t be undone.
      </p>
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <PasswordField {...field('password')} label="Password" autoComplete="current-password" required />
      <FormActions isBusy={isBusy} label="Delete my account" busyLabel="Deleting…" onCancel={onClose} />
    </form>
  )
}
