import { useId, useState } from 'react'
import { z } from 'zod/mini'
import { rejectPromoter, approvePromoter, type ManagedPromoter } from '#contracts/operator/promoters.ts'
import { possibleStatusChanges, type StatusChange } from '#model/people/promoter-status.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import { changePromoterStatus, updateShownPromoter } from '#stores/operator/managed-promoter.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { DialogHead } from '#ui/dialog/DialogHead.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { STATUS_CHANGE_TEXTS } from '../promoter-labels.ts'

/** Buttons for the possible changes of the promoter's status. Each opens a dialog. */
export function StatusActions({ promoter }: { promoter: ManagedPromoter }) {
  const [move, setMove] = useState<StatusChange>()
  const close = (): void => setMove(undefined)
  const heading = useId()
  return (
    <>
      <div className="promoter-actions">
        {possibleStatusChanges(promoter.status).map((each) => (
          <Button
            key={each}
            variant={each === 'approve' || each === 'reinstate' ? undefined : 'quiet'}
            onClick={() => setMove(each)}
          >
            {STATUS_CHANGE_TEXTS[each].label}
          </Button>
        ))}
      </div>
      <Dialog isOpen={move !== undefined} onClose={close} labelledBy={heading}>
        <DialogHead id={heading} onClose={close}>
          {move && `${STATUS_CHANGE_TEXTS[move].label} ${promoter.name}`}
        </DialogHead>
        {move && <MoveForm key={move} promoter={promoter} move={move} onDone={close} />}
      </Dialog>
    </>
  )
}

const WITH_REASON = z.object({ text: rejectPromoter.body.shape.reason })
const WITH_MESSAGE = z.object({ text: approvePromoter.body.shape.message })

function MoveForm({
  promoter,
  move,
  onDone,
}: {
  promoter: ManagedPromoter
  move: StatusChange
  onDone: () => void
}) {
  const needsReason = move === 'reject' || move === 'suspend'
  const { explanation, field: label, submit, busy } = STATUS_CHANGE_TEXTS[move]
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: needsReason ? WITH_REASON : WITH_MESSAGE,
    send: ({ text }) => changePromoterStatus(promoter.id, move, text),
    onDone: (data) => {
      updateShownPromoter(data)
      onDone()
    },
    fieldOf: { VALIDATION_ERROR: 'text' },
  })
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <p>{explanation}</p>
      <TextArea {...field('text')} label={label} maxLength={500} required={needsReason} dir="auto" />
      <Button type="submit" busy={isBusy}>
        {isBusy ? busy : submit}
      </Button>
    </form>
  )
}
