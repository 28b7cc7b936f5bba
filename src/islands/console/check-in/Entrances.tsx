import { useEffect, useState } from 'react'
import type { EventForCheckIn } from '#contracts/console/door/check-ins.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { entranceBoard } from '#stores/console/check-in/check-in.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { Skeleton } from '#ui/loading/Skeleton.tsx'
import { EntranceForm } from './EntranceForm.tsx'

/** Gates, rules, entry times and lists of an event. */
export function Entrances({ event }: { event: EventForCheckIn }) {
  const { data, error } = useStore(entranceBoard.$store, LOADING)
  /** Number of times that the user chose another person's version. The form is mounted again each time. */
  const [taken, take] = useState(0)
  useEffect(() => void entranceBoard.load(event.id), [event.id])
  if (data?.event.id !== event.id) {
    if (!error) return <Skeleton size="card" />
    return <LoadFailed what="The entrances" why={error} onRetry={() => void entranceBoard.load(event.id)} />
  }
  return (
    <EntranceForm
      key={taken}
      board={data}
      onTaken={(entrances) => {
        entranceBoard.adopt({ ...data, entrances })
        take(taken + 1)
      }}
    />
  )
}
