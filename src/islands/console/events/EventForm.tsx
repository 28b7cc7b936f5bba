import type { EventFields } from '#model/catalog/event-drafts.ts'
import { editEventFields } from '#stores/console/events/event.ts'
import { Field } from '#ui/form/Field.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { CoverSection } from '#islands/console/events/images/CoverSection.tsx'
import { DemandSection } from '#islands/console/events/sections/DemandSection.tsx'
import { DeliverySection } from '#islands/console/events/sections/DeliverySection.tsx'
import { FeesSection } from '#islands/console/events/sections/FeesSection.tsx'
import { FormSection } from '#islands/console/events/sections/FormSection.tsx'
import { GallerySection } from '#islands/console/events/images/GallerySection.tsx'
import { KindFields } from '#islands/console/events/sections/KindFields.tsx'
import { LineUpSection } from '#islands/console/events/sections/LineUpSection.tsx'
import { PosterSection } from '#islands/console/events/images/PosterSection.tsx'
import { QuestionsSection } from '#islands/console/events/sections/QuestionsSection.tsx'
import { CodesSection } from '#islands/console/events/after-sale/CodesSection.tsx'
import { ReturnsSection } from '#islands/console/events/after-sale/ReturnsSection.tsx'
import { TransferSection } from '#islands/console/events/after-sale/TransferSection.tsx'
import { useEventField } from './use-event-field.ts'
import { VenueSection } from '#islands/console/events/sections/VenueSection.tsx'
import { VisibilitySection } from '#islands/console/events/sections/VisibilitySection.tsx'
import { WhenSection } from '#islands/console/events/sections/WhenSection.tsx'

/** The event form. It saves automatically. */
export function EventForm({ fields }: { fields: EventFields }) {
  return (
    <form className="event-form" onSubmit={(event) => event.preventDefault()} noValidate>
      <BasicsSection fields={fields} />
      <WhenSection fields={fields} />
      <VenueSection fields={fields} />
      <CoverSection fields={fields} />
      <DescriptionSection fields={fields} />
      <PosterSection fields={fields} />
      <GallerySection fields={fields} />
      <LineUpSection fields={fields} />
      <QuestionsSection fields={fields} />
      <CodesSection fields={fields} />
      <TransferSection fields={fields} />
      <DeliverySection fields={fields} />
      <FeesSection fields={fields} />
      <ReturnsSection fields={fields} />
      <VisibilitySection fields={fields} />
      <DemandSection fields={fields} />
    </form>
  )
}

function BasicsSection({ fields }: { fields: EventFields }) {
  const bound = useEventField()
  return (
    <FormSection title="Basics">
      <Field
        {...bound('title')}
        label="Title"
        value={fields.title}
        onChange={(event) => editEventFields({ title: event.target.value })}
        autoComplete="off"
        maxLength={160}
        dir="auto"
        required
      />
      <Field
        {...bound('summary')}
        label="Summary (optional)"
        hint="One sentence for event lists and shared links."
        value={fields.summary}
        onChange={(event) => editEventFields({ summary: event.target.value })}
        autoComplete="off"
        maxLength={300}
        dir="auto"
      />
      <Field
        {...bound('ageNote')}
        label="Age restriction (optional)"
        hint="For example “18 and over”. Default: everyone."
        value={fields.ageNote}
        onChange={(event) => editEventFields({ ageNote: event.target.value })}
        autoComplete="off"
        maxLength={200}
        dir="auto"
      />
      <KindFields fields={fields} />
    </FormSection>
  )
}

function DescriptionSection({ fields }: { fields: EventFields }) {
  const bound = useEventField()
  return (
    <FormSection title="Description">
      <TextArea
        {...bound('description')}
        label="Text for visitors (optional)"
        hint="Markdown: # heading, **bold**, *italic*, - list, [link](https://…). The preview shows it as it will be."
        value={fields.description}
        onChange={(event) => editEventFields({ description: event.target.value })}
        rows={10}
        maxLength={20_000}
        dir="auto"
      />
    </FormSection>
  )
}
