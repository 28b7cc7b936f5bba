import { useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import type { EmailTemplateView } from '#contracts/console/email-templates.ts'
import type { Result } from '#model/platform/result.ts'
import { useStore } from '#islands/platform/use-store.ts'
import {
  $isTemplateEdited,
  $templateConflict,
  $templateText,
  discardTemplate,
  resetTemplate,
  saveTemplate,
  sendTestOfTemplate,
  resolveTemplateConflict,
} from '#stores/console/email-templates/email-template.ts'
import { isEditConflict } from '#stores/console/editing/edit-conflict.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { BothVersions } from '#islands/console/editing/BothVersions.tsx'

export function TemplateActions({ template }: { template: EmailTemplateView }) {
  const isWritten = useStore($isTemplateEdited, false)
  const { busy, refusal, run } = useOneAtATime()
  return (
    <div className="save-bar email-actions">
      {refusal && <Notice tone="danger" title={refusal} urgent />}
      <Conflict onKeep={() => void run('save', saveTemplate, () => 'New emails use your text')} />
      <div className="save-bar-actions">
        <p>{isWritten ? 'Unsaved changes' : ''}</p>
        {template.isOwn && !isWritten && (
          <Button
            variant="quiet"
            busy={busy === 'drop'}
            onClick={() => void run('drop', resetTemplate, () => 'New emails use Foyer’s text')}
          >
            Restore Foyer’s text
          </Button>
        )}
        <Button
          variant="quiet"
          busy={busy === 'test'}
          onClick={() => void run('test', sendTestOfTemplate, ({ to }) => `On its way to ${to}`)}
        >
          {busy === 'test' ? 'Sending…' : 'Send test'}
        </Button>
        {isWritten && (
          <>
            <Button variant="quiet" onClick={() => void discardTemplate()}>
              Discard
            </Button>
            <Button
              busy={busy === 'save'}
              onClick={() => void run('save', saveTemplate, () => 'New emails use your text')}
            >
              {busy === 'save' ? 'Saving…' : 'Save'}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

/** Resolves a conflict. “Keep mine” saves immediately. */
function Conflict({ onKeep }: { onKeep: () => void }) {
  const theirs = useStore($templateConflict, undefined)
  const mine = useStore($templateText, undefined)
  if (!theirs || !mine) return null
  const differences = [
    { field: 'Subject', mine: mine.subject, theirs: theirs.subject },
    { field: 'Text', mine: mine.body, theirs: theirs.body },
  ].filter((each) => each.mine !== each.theirs)
  const settle = async (choice: 'mine' | 'theirs'): Promise<void> => {
    await resolveTemplateConflict(choice)
    if (choice === 'mine') onKeep()
  }
  return <BothVersions differences={differences} onChoose={(choice) => void settle(choice)} />
}

type Doing = 'save' | 'drop' | 'test'

function useOneAtATime() {
  const [busy, setBusy] = useState<Doing>()
  const [refusal, refuse] = useState('')
  const run = async <Data,>(
    doing: Doing,
    work: () => Promise<Result<Data>>,
    words: (data: Data) => string,
  ): Promise<void> => {
    if (busy) return
    setBusy(doing)
    const answer = await work()
    setBusy(undefined)
    if (answer.success) {
      refuse('')
      return showToast({ type: 'success', title: words(answer.data), message: '' })
    }
    refuse(refusalOf(doing, answer.error))
  }
  return { busy, refusal, run }
}

function refusalOf(doing: Doing, { code, message }: { code: string; message: string }): string {
  if (!isEditConflict(code)) return message
  // A conflict while saving isn't shown as an error, because both versions are shown.
  return doing === 'drop' ? DROP_REFUSED : ''
}

const DROP_REFUSED = 'Someone else has changed this email. You now see the latest version.'
