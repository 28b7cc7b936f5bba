import { useEffect, useId, useState } from 'react'
import { postToFrame } from '#browser/console/preview-frame.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import type { TemplateText } from '#model/messages/email-templates.ts'
import { RemovedLinks } from '#islands/console/RemovedLinks.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import {
  $templatePreviewFailure,
  $renderedTemplate,
  $templateErrors,
} from '#stores/console/email-templates/email-template.ts'
import { SegmentedControl } from '#ui/form/SegmentedControl.tsx'

const VIEWS = [
  ['phone', 'Phone'],
  ['desktop', 'Desktop'],
  ['text', 'Text'],
] as const
type View = (typeof VIEWS)[number][0]
const WIDTHS: Readonly<Record<View, number>> = { phone: 390, desktop: 680, text: 390 }
const NO_ERRORS = {}

/** Preview of an email at the width of a phone or a desktop, or as plain text. */
export function TemplatePreview({ templateKey, promoterId }: { templateKey: string; promoterId: string }) {
  const [view, setView] = useState<View>('phone')
  const shown = useStore($renderedTemplate, undefined)
  const name = useId()
  return (
    <section className="preview email-preview" aria-labelledby={`${name}-title`}>
      <div className="preview-head">
        <h2 id={`${name}-title`}>Preview</h2>
        <SegmentedControl label="Show as" options={VIEWS} value={view} onChoose={setView} />
      </div>
      <div className="email-window" data-view={view}>
        <p className="email-subject" dir="auto">
          {shown?.subject ?? ''}
        </p>
        {shown && view === 'text' && (
          // A long text can be scrolled by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <pre className="email-text" tabIndex={0} aria-label="The email as plain text">
            {shown.text}
          </pre>
        )}
        {shown && view !== 'text' && (
          <Frames width={WIDTHS[view]} fields={fieldsOf(shown.source, templateKey, promoterId)} />
        )}
      </div>
      <RemovedLinks hosts={shown?.removedLinks ?? []} />
      <PreviewNote />
    </section>
  )
}

const fieldsOf = (words: TemplateText, key: string, promoter: string): Fields => ({ ...words, key, promoter })

type Fields = Readonly<Record<string, string>>

function PreviewNote() {
  const failure = useStore($templatePreviewFailure, '')
  const errors = useStore($templateErrors, NO_ERRORS)
  const isRefused = Boolean(errors.subject?.length || errors.body?.length)
  return (
    <p className="preview-note" aria-live="polite">
      {isRefused && 'Correct the marked fields to update the preview.'}
      {!isRefused && failure && `The preview is not up to date. ${failure}`}
      {!isRefused && !failure && 'Shows your next event and an example order.'}
    </p>
  )
}

/** Shows the previous preview until the next one is loaded. */
function Frames({ width, fields }: { width: number; fields: Fields }) {
  const text = JSON.stringify(fields)
  const [shots, setShots] = useState<readonly { number: number; text: string; fields: Fields }[]>([
    { number: 0, text, fields },
  ])
  const newest = shots.at(-1)
  if (newest?.text !== text)
    setShots([...shots.slice(-1), { number: (newest?.number ?? 0) + 1, text, fields }])
  return (
    <div className="email-frames">
      {shots.map((shot) => (
        <Frame
          key={shot.number}
          number={shot.number}
          fields={shot.fields}
          width={width}
          isShown={shot === newest}
        />
      ))}
    </div>
  )
}

/** A new frame for each preview, so that previews add no entries to the browser's history. Scripts are blocked. */
function Frame(props: { number: number; fields: Fields; width: number; isShown: boolean }) {
  const { number, fields, width, isShown } = props
  const name = `email-${number}-${useId()}`
  useEffect(() => postToFrame(name, consoleUrls.letterPreview(), fields), [name, fields])
  return (
    <iframe
      name={name}
      title={isShown ? 'The email as it would arrive' : 'The last preview'}
      sandbox="allow-same-origin"
      width={width}
      aria-hidden={isShown ? undefined : true}
      tabIndex={isShown ? undefined : -1}
    />
  )
}
