import * as z from 'zod/mini'
import { goTo } from '#browser/platform/navigate.ts'
import { createTrackingLink } from '#contracts/portal/staff.ts'
import { portalUrls } from '#contracts/platform/portal-urls.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import type { LinkList } from '#stores/portal/staff-data.ts'
import { createLink } from '#stores/portal/staff-links.ts'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { FormActions } from '#ui/FormActions.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/Select.tsx'
import { omitEmptyFields, LinkCodeField, LinkNameField, optionalCode } from './LinkFields.tsx'
import { formatDayIn } from '#ui/format/format-dates.ts'

interface Props {
  isOpen: boolean
  events: LinkList['events']
  onClose: () => void
}

export function LinkDialog({ isOpen, events, onClose }: Props) {
  return (
    <TitledDialog isOpen={isOpen} onClose={onClose} title="New link">
      {isOpen && <LinkForm events={events} />}
    </TitledDialog>
  )
}

const { shape } = createTrackingLink.body

/** Form values. Optional fields may be ''. */
const schema = z.object({
  name: shape.name,
  code: optionalCode,
  eventId: z.string(),
  utmSource: shape.utmSource,
  utmMedium: shape.utmMedium,
  utmCampaign: shape.utmCampaign,
})

/**
 * Creates a link, omitting empty fields. Without a code, the server generates one; without a target, the link leads to
 * the storefront.
 */
const sendLink = ({ name, ...rest }: z.infer<typeof schema>) => createLink({ name, ...omitEmptyFields(rest) })

function LinkForm({ events }: { events: LinkList['events'] }) {
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema,
    send: sendLink,
    onDone: ({ trackingLink }) => goTo(`${portalUrls.link(trackingLink.id)}?created=yes`),
    fieldOf: { LINK_CODE_TAKEN: 'code' },
  })
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <LinkNameField
        {...field('name')}
        hint="Only visible to you and the promoter, for example “Instagram bio”."
      />
      <Select {...field('eventId')} label="Destination">
        <option value="">The whole storefront</option>
        {events.map(({ id, title, startsAt, timeZone }) => (
          <option key={id} value={id}>
            {title} ({formatDayIn(startsAt, timeZone)})
          </option>
        ))}
      </Select>
      <LinkCodeField {...field('code')} />
      <details className="fold">
        <summary>Campaign</summary>
        <div className="account-form">
          <Field
            {...field('utmSource')}
            label="Source (optional)"
            hint="Where you share it, for example instagram"
            maxLength={100}
          />
          <Field
            {...field('utmMedium')}
            label="Medium (optional)"
            hint="How you share it, for example story, poster, email"
            maxLength={100}
          />
          <Field
            {...field('utmCampaign')}
            label="Campaign (optional)"
            hint="The campaign name, for example spring-season"
            maxLength={100}
          />
        </div>
      </details>
      <FormActions isBusy={isBusy} label="Create link" busyLabel="Creating…" />
    </form>
  )
}
