import { useState } from 'react'
import * as z from 'zod/mini'
import { showToast } from '#browser/platform/toast-event.ts'
import { putTrackingLink, type TrackingLink } from '#contracts/portal/staff.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import { saveLink } from '#stores/portal/staff-links.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'

const schema = z.object({ name: putTrackingLink.body.shape.name })

export function LinkSettings({ link }: { link: TrackingLink }) {
  const { id, isActive } = link
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema,
    send: ({ name }) => saveLink(id, { name, isActive }),
    onDone: () => showToast({ type: 'success', title: 'Link renamed', message: 'Its URL stays the same.' }),
  })
  return (
    <section className="section" aria-labelledby="link-settings-title">
      <h2 id="link-settings-title">Settings</h2>
      <form {...form} className="account-form">
        <FormErrors formErrors={formErrors} idOf={idOf} />
        <Field {...field('name')} label="Name" maxLength={80} defaultValue={link.name} required />
        <Button type="submit" variant="quiet" busy={isBusy}>
          {isBusy ? 'Saving…' : 'Rename'}
        </Button>
      </form>
      <Switch link={link} />
    </section>
  )
}

function Switch({ link: { id, name, isActive } }: { link: TrackingLink }) {
  const [isBusy, setBusy] = useState(false)
  const toggle = async (): Promise<void> => {
    setBusy(true)
    const answer = await saveLink(id, { name, isActive: !isActive })
    setBusy(false)
    if (answer.success) return
    showToast({ type: 'destructive', title: 'The link wasn’t changed', message: answer.error.message })
  }
  return (
    <div className="link-switch">
      <p>
        {isActive
          ? 'This link is active. If you turn it off, it still opens its page, but visits and sales aren’t counted and earn no commission.'
          : 'This link is off. Visits and sales through it aren’t counted.'}
      </p>
      <Button variant="quiet" busy={isBusy} onClick={() => void toggle()}>
        {isActive ? 'Turn off' : 'Turn on'}
      </Button>
    </div>
  )
}
