import { useStore } from '#islands/platform/use-store.ts'
import type { Door, DoorState } from '#stores/portal/door/open-door.ts'
import { $verdict } from '#stores/portal/door/verdicts-shown.ts'
import { VerdictScreen } from './VerdictScreen.tsx'
import { verdictText } from './verdict-texts.ts'

/** Shows the current verdict above the page and announces it to screen readers. */
export function VerdictLayer({
  door,
  state,
  gateId,
}: {
  door: Door
  state: DoorState
  gateId: string | null
}) {
  const current = useStore($verdict, undefined)
  return (
    <>
      <div role="alert" className="visually-hidden">
        {current && verdictSentence(current.shown, state)}
      </div>
      {current && (
        <VerdictScreen key={current.number} door={door} state={state} gateId={gateId} {...current} />
      )}
    </>
  )
}

function verdictSentence(...parameters: Parameters<typeof verdictText>): string {
  const { word, facts, next } = verdictText(...parameters)
  return [word, ...facts, next].join('. ')
}
