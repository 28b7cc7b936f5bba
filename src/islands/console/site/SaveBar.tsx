import { useState } from 'react'
import type { Branding } from '#contracts/console/domains.ts'
import { isEditConflict } from '#stores/console/editing/edit-conflict.ts'
import {
  $brandingDraft,
  $isBrandingChanged,
  $brandingConflict,
  $brandingErrors,
  discardBrandingDraft,
  saveBranding,
  resolveBrandingConflict,
} from '#stores/console/site/site-branding.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { BothVersions } from '#islands/console/editing/BothVersions.tsx'
import { brandingDifferences } from './branding-differences.ts'
import { brandingFieldId } from './branding-field-id.ts'

const NO_ERRORS = {}

export function SaveBar() {
  const isChanged = useStore($isBrandingChanged, false)
  const { attempt, message, isBusy, saved, save, close } = useSaving()
  const errors = useStore($brandingErrors, NO_ERRORS)
  const draft = useStore($brandingDraft, undefined)
  const theirs = useStore($brandingConflict, undefined)
  // “Keep mine” overwrites the other person's version immediately.
  const settle = async (choice: 'mine' | 'theirs'): Promise<void> => {
    await resolveBrandingConflict(choice)
    if (choice === 'mine') await save()
  }
  // Errors aren't shown once the changes are discarded.
  const isRefused = attempt > 0 && isChanged
  return (
    <div className="save-bar">
      {isRefused && <FormErrors formErrors={{ attempt, errors, message }} idOf={brandingFieldId} />}
      {theirs && draft && (
        <BothVersions
          differences={brandingDifferences(draft, theirs.settings)}
          onChoose={(choice) => void settle(choice)}
        />
      )}
      <div aria-live="polite">{saved && !isChanged && <Live branding={saved} onClose={close} />}</div>
      {isChanged && (
        <div className="save-bar-actions">
          <p>Unsaved changes</p>
          <Button variant="quiet" onClick={discardBrandingDraft}>
            Discard
          </Button>
          <Button busy={isBusy} onClick={() => void save()}>
            {isBusy ? 'Saving…' : 'Save'}
          </Button>
        </div>
      )}
    </div>
  )
}

function Live({ branding: { siteUrl, droppedCss }, onClose }: { branding: Branding; onClose: () => void }) {
  return (
    <Notice tone="success" title="Live on your site">
      <p>
        {siteUrl ? (
          <a href={siteUrl} target="_blank" rel="noopener">
            See it at {new URL(siteUrl).host}
          </a>
        ) : (
          'It goes live once a domain is connected to your site.'
        )}
        {droppedCss.length > 0 && '. Parts that aren’t applied are listed under “Custom CSS”.'}{' '}
        <Button variant="link" onClick={onClose}>
          Close
        </Button>
      </p>
    </Notice>
  )
}

function useSaving() {
  const [refused, refuse] = useState<{ attempt: number; message?: string }>({ attempt: 0 })
  const [isBusy, setBusy] = useState(false)
  const [saved, setSaved] = useState<Branding>()
  const save = async (): Promise<void> => {
    setBusy(true)
    const answer = await saveBranding()
    setBusy(false)
    if (answer.success) {
      refuse({ attempt: 0 })
      return setSaved(answer.data)
    }
    const { code, message } = answer.error
    // No error message, because both versions are shown.
    if (isEditConflict(code)) return refuse({ attempt: 0 })
    refuse(({ attempt }) => ({
      attempt: attempt + 1,
      ...(code === 'VALIDATION_ERROR' ? {} : { message }),
    }))
  }
  return { ...refused, message: refused.message, isBusy, saved, save, close: () => setSaved(undefined) }
}
