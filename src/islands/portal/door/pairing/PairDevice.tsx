import { useState } from 'react'
import * as z from 'zod/mini'
import { extractPairingCode, MAX_PAIRING_CODE_LENGTH } from '#browser/portal/door/pairing-link.ts'
import { pairDevice } from '#contracts/portal/door-pairing.ts'
import { portalUrls } from '#contracts/platform/portal-urls.ts'
import { urls } from '#contracts/platform/urls.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import { pairThisDevice } from '#stores/portal/door/door-caller.ts'
import { Field } from '#ui/form/Field.tsx'
import { Notice } from '#ui/Notice.tsx'
import { ScanCamera } from '../ScanCamera.tsx'

const schema = z.object({ code: pairDevice.body.shape.code })

/** Form to pair this browser. Shown if it is neither paired nor signed in, or if a pairing link was opened. */
export function PairDevice({
  code: given,
  unsent,
  eventId,
}: {
  code: string
  unsent: number
  eventId: string | undefined
}) {
  const [code, setCode] = useState(given)
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema,
    send: () => pairThisDevice(code),
    fieldOf: { PAIRING_CODE_WRONG: 'code' },
  })
  const signIn = urls.login(portalUrls.door(eventId))
  return (
    <div className="door-page">
      <h1>Pair this device</h1>
      {unsent > 0 && (
        <Notice
          tone="warning"
          title={`Not sent yet: ${unsent} ${unsent === 1 ? 'scan or sale' : 'scans and sales'}`}
        >
          <p>
            They stay on this device until you <a href={signIn}>sign in</a> with the account that recorded
            them, or pair the device again.
          </p>
        </Notice>
      )}
      <p>
        {given === ''
          ? 'Scan the code that the organiser shows you, or type it. You don’t need an account.'
          : 'This device will check tickets for the organiser who gave you the code. You don’t need an account.'}
      </p>
      <form {...form} className="door-pairing">
        <FormErrors formErrors={formErrors} idOf={idOf} />
        <Field
          {...field('code')}
          label="Code"
          hint="8 letters and digits, such as K7QM-3XTD."
          value={code}
          onChange={({ target }) => setCode(target.value)}
          maxLength={MAX_PAIRING_CODE_LENGTH}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
        <button type="submit" className="door-button is-strong" aria-disabled={isBusy || undefined}>
          {isBusy ? 'Pairing…' : 'Pair this device'}
        </button>
      </form>
      {given === '' && <ScanCamera onCode={(text) => setCode(extractPairingCode(text))} />}
      <p className="door-note">
        Do you have a staff account? <a href={signIn}>Sign in</a>
      </p>
    </div>
  )
}
