import { useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import type { RegistrationSettings } from '#contracts/operator/registration.ts'
import { registrationMode, type RegistrationMode } from '#model/people/registration.ts'
import { AccountSkeleton } from '#islands/platform/AccountSkeleton.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { registrationSettings, saveRegistration } from '#stores/operator/registration.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { OperatorGate } from '../OperatorGate.tsx'
import { PromoterInvitations } from './PromoterInvitations.tsx'
import { PromoterRequests } from './PromoterRequests.tsx'

/** The page `/operator/registration` with the settings for who can become an organiser. */
export function Registration() {
  return (
    <OperatorGate>
      <Loaded />
    </OperatorGate>
  )
}

function Loaded() {
  const { data, error } = useStore(registrationSettings.$store, LOADING)
  if (error !== undefined && !data)
    return <LoadFailed what="Registration" why={error} onRetry={() => void registrationSettings.load()} />
  if (!data) return <AccountSkeleton label="Loading registration…" blocks={3} />
  return (
    <div className="sections">
      {!data.isSinglePromoter && <PromoterRequests />}
      <Settings key={data.version} settings={data} />
      {!data.isSinglePromoter && <PromoterInvitations />}
    </div>
  )
}

const MODES: Readonly<Record<RegistrationMode, { name: string; text: string }>> = {
  open: { name: 'Open', text: 'Anyone with a verified email address can sell at once.' },
  approval: {
    name: 'By approval',
    text: 'Anyone can prepare events. Selling starts when an operator approves the request.',
  },
  invitation: { name: 'By invitation', text: 'Only people whom an operator has invited can join.' },
  closed: { name: 'Closed', text: 'Only operators can create promoters.' },
}

function Settings({ settings }: { settings: RegistrationSettings }) {
  const { version, isChosen } = settings
  const [mode, setMode] = useState(settings.mode)
  const [isSinglePromoter, setSingle] = useState(settings.isSinglePromoter)
  const [isBusy, setBusy] = useState(false)
  const isChanged = mode !== settings.mode || isSinglePromoter !== settings.isSinglePromoter || !isChosen
  const save = async (): Promise<void> => {
    setBusy(true)
    const answer = await saveRegistration({ mode, isSinglePromoter, version })
    setBusy(false)
    if (answer.success) showToast({ type: 'success', title: 'Saved', message: 'The change is in effect.' })
    else showToast({ type: 'destructive', title: 'Not saved', message: answer.error.message })
  }
  return (
    <section className="section" aria-labelledby="registration-mode">
      <h2 id="registration-mode">Who can join</h2>
      <fieldset className="choice-cards registration-modes" disabled={isSinglePromoter}>
        <legend className="visually-hidden">Who can join</legend>
        {registrationMode.options.map((each) => (
          <label key={each} className="choice-card">
            <input
              type="radio"
              name="mode"
              aria-describedby={`mode-${each}`}
              checked={mode === each}
              onChange={() => setMode(each)}
            />
            <strong>{MODES[each].name}</strong>
            <span className="secondary-text" id={`mode-${each}`}>
              {MODES[each].text}
            </span>
          </label>
        ))}
      </fieldset>
      {!isChosen && <p className="secondary-text">This is the default until you save.</p>}
      <Checkbox
        id="single-promoter"
        label="This installation has a single promoter"
        hint="Hides “Sell tickets” and everything about joining, for an organiser who runs Foyer alone. Possible while at most one promoter exists."
        checked={isSinglePromoter}
        onChange={(change) => setSingle(change.currentTarget.checked)}
      />
      <div className="form-actions">
        <Button busy={isBusy} disabled={!isChanged} onClick={() => void save()}>
          {isBusy ? 'Saving…' : 'Save'}
        </Button>
      </div>
    </section>
  )
}
