import { useEffect } from 'react'
import { guardLeaving } from '#browser/console/guard-leaving.ts'
import type { SiteSettings } from '#model/sites/sites.ts'
import {
  $draft,
  $isChanged,
  $checked,
  $checkFailure,
  $branding,
  $brandingErrors,
  loadBranding,
  writeDraft,
  type CheckedBranding,
} from '#stores/console/site/site-branding.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Field } from '#ui/form/Field.tsx'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { ColorField } from './ColorField.tsx'
import { CssField } from './CssField.tsx'
import { brandingFieldId } from './branding-field-id.ts'
import { PictureField } from './PictureField.tsx'
import { Preview } from './Preview.tsx'
import { SaveBar } from './SaveBar.tsx'
import { Skeleton } from '#ui/loading/Skeleton.tsx'

const NO_ERRORS = {}

/** The branding's form, with a preview beside it. */
export function Branding({ promoterId }: { promoterId: string }) {
  const { error } = useStore($branding, LOADING)
  const draft = useStore($draft, undefined)
  const judged = useStore($checked, undefined)
  const isChanged = useStore($isChanged, false)
  useEffect(() => (isChanged ? guardLeaving() : undefined), [isChanged])
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
  const judgeFailure = useStore($checkFailure, '')
  const isChanged = useStore($isChanged, false)
  return (
    <>
      <div className="branding-columns">
        <div className="branding-fields">
          <BrandingFields draft={draft} errors={errors} />
          <CssField
            id={brandingFieldId('customCss')}
            value={draft.customCss}
            error={errors['customCss']}
            dropped={judged.settings.customCss === draft.customCss ? judged.droppedCss : undefined}
            onChange={(customCss) => writeDraft({ customCss })}
          />
        </div>
        <Preview
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

function BrandingFields({
  draft,
  errors,
}: {
  draft: SiteSettings
  errors: Readonly<Record<string, string>>
}) {
  const bound = (field: keyof SiteSettings) => ({ id: brandingFieldId(field), error: errors[field] })
  return (
    <>
      <Field
        {...bound('siteName')}
        label="Site name"
        value={draft.siteName}
        onChange={(event) => writeDraft({ siteName: event.target.value })}
        autoComplete="off"
        maxLength={80}
        dir="auto"
        required
      />
      <div className="field-pair">
        <PictureField
          {...bound('logoUrl')}
          kind="logo"
          label="Logo"
          hint="Shown instead of the name. JPEG, PNG, WebP or AVIF, up to 2 MB."
          url={draft.logoUrl}
        />
        <PictureField
          {...bound('faviconUrl')}
          kind="favicon"
          label="Icon"
          hint="For browser tabs and home screens. Square is best."
          url={draft.faviconUrl}
        />
      </div>
      <div className="field-pair">
        <ColorField
          {...bound('primaryColor')}
          label="Primary colour"
          hint="Buttons, links, artwork."
          value={draft.primaryColor}
          onChange={(primaryColor) => writeDraft({ primaryColor })}
        />
        <ColorField
          {...bound('secondaryColor')}
          label="Secondary colour"
          hint="Behind your page title."
          value={draft.secondaryColor}
          onChange={(secondaryColor) => writeDraft({ secondaryColor })}
        />
      </div>
    </>
  )
}
