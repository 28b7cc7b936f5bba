import { useEffect, useState } from 'react'
import { confirmBeforeLeaving } from '#browser/console/confirm-before-leaving.ts'
import { showToast } from '#browser/platform/toast-event.ts'
import type { MainSite } from '#contracts/operator/main-site.ts'
import { BrandFields } from '#islands/console/site/brand/BrandFields.tsx'
import type { Result } from '#model/platform/result.ts'
import { changedSettingNames, mainSiteSettings, type MainSiteSettings } from '#model/sites/main-site.ts'
import { messagesByField, refusedFields, type FieldErrors } from '#stores/console/site/branding-errors.ts'
import { saveMainSite, uploadMainImage } from '#stores/operator/main-site.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'

type Change = Partial<MainSiteSettings>

export function MainSiteForm({ saved }: { saved: MainSite }) {
  const { settings, errors, isBusy, isChanged, write, upload, save } = useSettings(saved)
  return (
    <section className="section" aria-labelledby="main-site">
      <h2 id="main-site">Branding</h2>
      <p className="secondary-text">
        Shown on the main site and in its emails. Storefronts have their promoter’s branding.
      </p>
      <form
        className="account-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <BrandFields
          brand={settings}
          bound={(field) => ({ id: `main-site-${field}`, error: errors[field] })}
          onUpload={upload}
          onChange={write}
        />
        <Field
          id="main-site-contactEmail"
          label="Contact email (optional)"
          hint="In the footer, and for replies to the main site’s emails."
          type="email"
          value={settings.contactEmail}
          error={errors['contactEmail']}
          onChange={(event) => write({ contactEmail: event.target.value })}
          autoComplete="off"
          maxLength={254}
        />
        <div className="form-actions">
          <Button type="submit" busy={isBusy} disabled={!isChanged}>
            {isBusy ? 'Saving…' : 'Save'}
          </Button>
        </div>
      </form>
    </section>
  )
}

function useSettings({ settings: saved, version }: MainSite) {
  const [settings, setSettings] = useState<MainSiteSettings>(saved)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [isBusy, setBusy] = useState(false)
  const isChanged = changedSettingNames(saved, settings).length > 0
  useEffect(() => (isChanged ? confirmBeforeLeaving() : undefined), [isChanged])
  const write = (change: Change): void => setSettings((current) => ({ ...current, ...change }))
  const upload = async (kind: 'logo' | 'favicon', file: Blob): Promise<Result<unknown>> => {
    const answer = await uploadMainImage(kind, file)
    if (answer.success)
      write(kind === 'logo' ? { logoUrl: answer.data.url } : { faviconUrl: answer.data.url })
    return answer
  }
  const save = async (): Promise<void> => {
    const parsed = mainSiteSettings.safeParse(settings)
    setErrors(parsed.success ? {} : messagesByField(parsed.error.issues))
    if (!parsed.success) return
    setBusy(true)
    const answer = await saveMainSite({ settings: parsed.data, version })
    setBusy(false)
    setErrors(refusedFields(answer) ?? {})
    if (answer.success) showToast({ type: 'success', title: 'Saved', message: 'The change is in effect.' })
    else showToast({ type: 'destructive', title: 'Not saved', message: answer.error.message })
  }
  return { settings, errors, isBusy, isChanged, write, upload, save }
}
