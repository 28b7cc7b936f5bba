import type { EventFields } from '#model/catalog/event-drafts.ts'
import { MAX_EVENT_PICTURES } from '#model/catalog/event-images.ts'
import { $eventFields, editEventFields } from '#stores/console/events/event.ts'
import { Field } from '#ui/form/Field.tsx'
import { FormSection } from '#islands/console/events/sections/FormSection.tsx'
import { ItemActions } from '#islands/console/events/sections/ItemActions.tsx'
import { ImageFields } from './ImageFields.tsx'
import { ImageInput, type UploadedImage } from './ImageInput.tsx'
import { useEventField } from '#islands/console/events/use-event-field.ts'
import { useKeyedList } from '#islands/console/events/sections/use-keyed-list.ts'
import { Card } from '#ui/Card.tsx'

export function GallerySection({ fields }: { fields: EventFields }) {
  const bound = useEventField()
  const { gallery, videoUrl } = fields
  const pictures = useKeyedList(gallery, (changed) => editEventFields({ gallery: changed }))
  const wrong = ['gallery', ...gallery.map((_, index) => `gallery.${index}`)].find(
    (path) => bound(path).error,
  )
  return (
    <FormSection title="Images and video">
      {gallery.length > 0 && (
        <ol className="gallery-pictures">
          {gallery.map((picture, index) => (
            <Card as="li" key={pictures.keys[index]}>
              <ImageFields
                picture={picture}
                path={`gallery.${index}`}
                onChange={(changed) => editEventFields({ gallery: gallery.with(index, changed) })}
              >
                <ItemActions
                  name={`image ${index + 1}`}
                  index={index}
                  count={gallery.length}
                  onMove={(by) => pictures.move(index, index + by)}
                  onRemove={() => pictures.remove(index)}
                />
              </ImageFields>
            </Card>
          ))}
        </ol>
      )}
      {gallery.length < MAX_EVENT_PICTURES && (
        <ImageInput
          path="gallery"
          name="to the gallery"
          action="Add images"
          hint={`Up to ${MAX_EVENT_PICTURES} images, shown as a gallery.`}
          error={wrong && bound(wrong).error}
          most={MAX_EVENT_PICTURES - gallery.length}
          onSent={addPicture}
        />
      )}
      <Field
        {...bound('videoUrl')}
        label="Video link (optional)"
        hint="A trailer or recording, for example on YouTube or Vimeo."
        type="url"
        value={videoUrl}
        onChange={(event) => editEventFields({ videoUrl: event.target.value })}
        placeholder="https://"
        autoComplete="off"
        maxLength={300}
      />
    </FormSection>
  )
}

/** Adds an image to the current gallery. Uploads run one after another, so that none is lost. */
function addPicture(sent: UploadedImage): void {
  const gallery = $eventFields.get()?.gallery ?? []
  editEventFields({ gallery: [...gallery, { ...sent, alt: '' }] })
}
