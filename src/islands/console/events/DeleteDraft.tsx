import { ConfirmButton } from '#islands/console/ConfirmButton.tsx'
import { deleteDraft } from '#stores/console/events/event-actions.ts'

interface Props {
  event: { id: string; title: string }
  onDeleted: () => void
}

/** Button to delete an event that was never published. */
export function DeleteDraft({ event: { id, title }, onDeleted }: Props) {
  const run = async () => {
    const answer = await deleteDraft(id)
    if (answer.success) onDeleted()
    return answer
  }
  return (
    <ConfirmButton label="Delete" about={title} question={`Delete ${title}?`} yes="Delete draft" run={run}>
      <p>This also deletes its tickets and images. It can’t be undone.</p>
    </ConfirmButton>
  )
}
