import { Button } from '#ui/Button.tsx'

interface Props {
  isBusy: boolean
  /** Text of the submit button. */
  label: string
  busyLabel: string
  /** Called when Cancel is clicked. Without it, there is no Cancel button. */
  onCancel?: () => void
}

export function FormActions({ isBusy, label, busyLabel, onCancel }: Props) {
  return (
    <div className="form-actions">
      <Button type="submit" busy={isBusy}>
        {isBusy ? busyLabel : label}
      </Button>
      {onCancel && (
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </div>
  )
}
