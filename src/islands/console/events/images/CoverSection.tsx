import type { EventFields } from '#model/catalog/event-drafts.ts'
import { editEventFields } from '#stores/console/events/event.ts'
import { Button } from '#ui/Button.tsx'
import { FocusPicker } from './FocusPicker.tsx'
import { FormSection } from '#islands/console/events/sections/FormSection.tsx'
import { ImageInput } from './ImageInput.tsx'
import { useEventField } from '#islands/console/events/use-event-field.ts'

export function CoverSection({ fields }: { fields: EventFields }) {
  const bound = useEventField()
  const { cover } = fields
  const shown = cover.sources.find(({ width }) => width >= 1000) ?? cover.sources.at(-1)
  return (
    <FormSection title="Cover">
      {shown && <FocusPicker url={shown.url} cover={cover} />}
      <ImageInput
        path="cover"
        name="cover"
        action={shown ? 'Change' : 'Upload'}
        hint="At least 1600 pixels wide is best. JPEG, PNG, WebP or AVIF, up to 12 MB. Without a cover, a drawing in your colours is shown."
        error={bound('cover').error}
        onSent={({ sources }) => editEventFields({ cover: { sources, focusX: 50, focusY: 50 } })}
      >
        {shown && (
          <Button
            variant="link"
            aria-label="Remove cover"
            onClick={() => editEventFields({ cover: { ...cover, sources: [] } })}
          >
            Remove
          </Button>
        )}
      </ImageInput>
    </FormSection>
  )
}
