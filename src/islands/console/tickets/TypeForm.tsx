import { useMemo, useState } from 'react'
import {
  managedTicketType,
  type ManagedTicketType,
  type TicketBoard,
  type TicketTypeFields,
} from '#contracts/console/ticket-types.ts'
import { BothVersions } from '#islands/console/BothVersions.tsx'
import { FormComplaints } from '#islands/account/FormComplaints.tsx'
import { useForm } from '#islands/account/use-form.ts'
import { saveType } from '#stores/console/ticket-types.ts'
import { Button } from '#ui/Button.tsx'
import { TypeFieldList } from './TypeFieldList.tsx'
import { differences } from './ticket-words.ts'
import { toFormValues, typeFormSchema } from './type-form-values.ts'

interface Props {
  type: ManagedTicketType | undefined
  board: TicketBoard
  onDone: () => void
}

/** What somebody else has made of it meanwhile, and what was about to be written. */
interface Conflict {
  theirs: ManagedTicketType
  mine: TicketTypeFields
}

/** Begins anew with what somebody else has written, when that is taken. */
export function TypeForm({ type, ...props }: Props) {
  const [begun, begin] = useState(type)
  return <TypeFields key={begun?.version} {...props} type={begun} onTake={begin} />
}

function TypeFields({
  type,
  board,
  onDone,
  onTake,
}: Props & { onTake: (theirs: ManagedTicketType) => void }) {
  const { event } = board
  const [conflict, setConflict] = useState<Conflict>()
  const schema = useMemo(() => typeFormSchema(event), [event])
  const values = useMemo(() => toFormValues(type, board), [type, board])
  const send = async (fields: TicketTypeFields) => {
    const edited = conflict?.theirs ?? type
    const answer = await saveType(event.id, fields, edited)
    const theirs = answer.success ? undefined : readCurrent(answer.error.details)
    setConflict(theirs && { theirs, mine: fields })
    return answer
  }
  const { form, field, idOf, complaints, isBusy } = useForm({
    schema,
    send,
    onDone,
    fieldOf: { CAPACITY_TAKEN: 'capacity' },
    onRefusal: (code) => code === 'EDIT_CONFLICT',
  })
  return (
    <form {...form} className="account-form">
      <FormComplaints complaints={complaints} idOf={idOf} />
      {conflict && (
        <BothVersions
          differences={differences(conflict.mine, conflict.theirs, board)}
          onChoose={(choice) => choice === 'theirs' && onTake(conflict.theirs)}
        />
      )}
      <TypeFieldList values={values} type={type} board={board} field={field} />
      <div className="form-actions">
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Saving…' : type ? 'Save ticket' : 'Add ticket'}
        </Button>
      </div>
    </form>
  )
}

function readCurrent(details: unknown): ManagedTicketType | undefined {
  if (typeof details !== 'object' || details === null || !('current' in details)) return undefined
  const parsed = managedTicketType.safeParse(details.current)
  return parsed.success ? parsed.data : undefined
}
