import type { EventFields } from '#model/catalog/event-drafts.ts'
import { editEventFields } from '#stores/console/events/event.ts'
import { Button } from '#ui/Button.tsx'
import { FormSection } from '#islands/console/events/sections/FormSection.tsx'
import { ImageFields } from './ImageFields.tsx'
import { ImageInput } from './ImageInput.tsx'
import { useEventField } from '#islands/console/events/use-event-field.ts'

/** Section for the poster, which can have any aspect ratio and is shown uncropped on the event page. */
export function PosterSection({ fields }: { fields: EventFields }) {
  const bound = useEventField()
  const { poster } = fields
  return (
    <FormSection title="Poster">
      {poster && (
        <ImageFields
          picture={poster}
          path="poster"
          onChange={(changed) => editEventFields({ poster: changed })}
        />
      )}
      <ImageInput
        path="poster"
        name="poster"
        action={poster ? 'Change' : 'Upload'}
        hint="Any aspect ratio. The event page shows it uncropped."
        error={bound('poster').error}
        onSent={(sent) => editEventFields({ poster: { ...sent, alt: '' } })}
      >
        {poster && (
          <Button variant="link" aria-label="Remove poster" onClick={() => editEventFields({ poster: null })}>
            Remove
          </Button>
        )}
      </ImageInput>
    </FormSection>
  )
}
