import { useEffect } from 'react'
import { confirmBeforeLeaving } from '#browser/console/confirm-before-leaving.ts'
import type { SiteSettings } from '#model/sites/sites.ts'
import {
  $brandingDraft,
  $isBrandingChanged,
  $checkedBranding,
  $brandingCheckFailure,
  $branding,
  $brandingErrors,
  loadBranding,
  uploadImage,
  writeBrandingDraft,
  type CheckedBranding,
} from '#stores/console/site/site-branding.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { BrandFields } from './brand/BrandFields.tsx'
import { CssField } from './CssField.tsx'
import { brandingFieldId } from './branding-field-id.ts'
import { BrandingPreview } from './BrandingPreview.tsx'
import { SaveBar } from './SaveBar.tsx'
import { Skeleton } from '#ui/loading/Skeleton.tsx'

const NO_ERRORS = {}

export function Branding({ promoterId }: { promoterId: string }) {
  const { error } = useStore($branding, LOADING)
  const draft = useStore($brandingDraft, undefined)
  const judged = useStore($checkedBranding, undefined)
  const isChanged = useStore($isBrandingChanged, false)
  useEffect(() => (isChanged ? confirmBeforeLeaving() : undefined), [isChanged])
  return (
    <section className="account-section branding" aria-labelledby="branding">
      <h2 id="branding">Branding</h2>
      {error && <LoadFailed what="Your branding" why={error} onRetry={() => void loadBranding()} />}
      {!draft && !error && <Skeleton size="card" />}
      {draft && judged && <BrandingEditor draft={draft} judged={judged} promoterId={promoterId} />}
    </section>
  )
}

function BrandingEditor({
  draft,
  judged,
  promoterId,
}: {
  draft: SiteSettings
  judged: CheckedBranding
  promoterId: string
}) {
  const errors = useStore($brandingErrors, NO_ERRORS)
  const judgeFailure = useStore($brandingCheckFailure, '')
  const isChanged = useStore($isBrandingChanged, false)
  return (
    <>
      <div className="branding-columns">
        <div className="branding-fields">
          <BrandFields
            brand={draft}
            bound={(field) => ({ id: brandingFieldId(field), error: errors[field] })}
            onUpload={uploadImage}
            onChange={writeBrandingDraft}
          />
          <CssField
            id={brandingFieldId('customCss')}
            value={draft.customCss}
            error={errors['customCss']}
            dropped={judged.settings.customCss === draft.customCss ? judged.droppedCss : undefined}
            onChange={(customCss) => writeBrandingDraft({ customCss })}
          />
        </div>
        <BrandingPreview
          settings={judged.settings}
          promoterId={promoterId}
          note={previewMessage({ errors, judgeFailure, isChanged })}
        />
      </div>
      <SaveBar />
    </>
  )
}

function previewMessage(state: {
  errors: Readonly<Record<string, string>>
  judgeFailure: string
  isChanged: boolean
}): string {
  if (Object.keys(state.errors).length > 0) return 'Correct the marked fields to update the preview.'
  if (state.judgeFailure) return `The preview is not up to date. ${state.judgeFailure}`
  return state.isChanged
    ? 'Your storefront with its own events. Visitors see none of this until you save.'
    : 'Your storefront with its own events, as visitors see it.'
}
