import type { ReactNode } from 'react'
import { imageSize, type EventImage } from '#model/catalog/event-images.ts'
import { Field } from '#ui/form/Field.tsx'
import { useEventField } from '#islands/console/events/use-event-field.ts'

interface Props {
  picture: EventImage
  /** Path of the field, for example `gallery.0`. */
  path: string
  onChange: (picture: EventImage) => void
  children?: ReactNode
}

export function ImageFields({ picture, path, onChange, children }: Props) {
  const bound = useEventField()
  return (
    <div className="picture-fields">
      <img src={picture.sources[0]?.url} alt="" loading="lazy" {...imageSize(picture)} />
      <div className="picture-text">
        <Field
          {...bound(`${path}.alt`)}
          label="Alternative text (optional)"
          hint="Describes the image to people who can’t see it."
          value={picture.alt}
          onChange={(event) => onChange({ ...picture, alt: event.target.value })}
          autoComplete="off"
          maxLength={300}
          dir="auto"
        />
        {children}
      </div>
    </div>
  )
}
