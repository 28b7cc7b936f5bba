import { useState } from 'react'
import type { Look } from '#contracts/console/domains.ts'
import { isEditConflict } from '#stores/console/editing/edit-conflict.ts'
import {
  $draft,
  $isChanged,
  $lookConflict,
  $lookErrors,
  discardDraft,
  saveBranding,
  settleConflict,
} from '#stores/console/site/site-look.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { FormComplaints } from '#islands/platform/FormComplaints.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { BothVersions } from '#islands/console/editing/BothVersions.tsx'
import { lookDifferences } from './look-differences.ts'
import { lookFieldId } from './look-field-id.ts'

const NO_ERRORS = {}

/** What has become of the draft, and what to do with it. */
export function SaveBar() {
  const isChanged = useStore($isChanged, false)
  const { attempt, message, isBusy, saved, save, close } = useSaving()
  const errors = useStore($lookErrors, NO_ERRORS)
  const draft = useStore($draft, undefined)
  const theirs = useStore($lookConflict, undefined)
  // What is kept is saved at once, over the other's.
  const settle = async (choice: 'mine' | 'theirs'): Promise<void> => {
    await settleConflict(choice)
    if (choice === 'mine') await save()
  }
  // What was discarded needs no other look.
  const isRefused = attempt > 0 && isChanged
  return (
    <div className="save-bar">
      {isRefused && <FormComplaints complaints={{ attempt, errors, message }} idOf={lookFieldId} />}
      {theirs && draft && (
        <BothVersions
          differences={lookDifferences(draft, theirs.settings)}
          onChoose={(choice) => void settle(choice)}
        />
      )}
      <div aria-live="polite">{saved && !isChanged && <Live look={saved} onClose={close} />}</div>
      {isChanged && (
        <div className="save-bar-actions">
          <p>Unsaved changes</p>
          <Button look="quiet" onClick={discardDraft}>
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

function Live({ look: { siteUrl, droppedCss }, onClose }: { look: Look; onClose: () => void }) {
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
        <Button look="link" onClick={onClose}>
          Close
        </Button>
      </p>
    </Notice>
  )
}

function useSaving() {
  const [refused, refuse] = useState<{ attempt: number; message?: string }>({ attempt: 0 })
  const [isBusy, setBusy] = useState(false)
  const [saved, setSaved] = useState<Look>()
  const save = async (): Promise<void> => {
    setBusy(true)
    const answer = await saveBranding()
    setBusy(false)
    if (answer.success) {
      refuse({ attempt: 0 })
      return setSaved(answer.data)
    }
    const { code, message } = answer.error
    // Both versions are shown instead.
    if (isEditConflict(code)) return refuse({ attempt: 0 })
    refuse(({ attempt }) => ({
      attempt: attempt + 1,
      ...(code === 'VALIDATION_ERROR' ? {} : { message }),
    }))
  }
  return { ...refused, message: refused.message, isBusy, saved, save, close: () => setSaved(undefined) }
}
