import type { ReactNode } from 'react'
import { pictureSize, type EventPicture } from '#model/catalog/event-pictures.ts'
import { Field } from '#ui/form/Field.tsx'
import { useEventField } from '#islands/console/events/use-event-field.ts'

interface Props {
  picture: EventPicture
  /** Path of the field, for example `gallery.0`. */
  path: string
  onChange: (picture: EventPicture) => void
  children?: ReactNode
}

export function PictureFields({ picture, path, onChange, children }: Props) {
  const bound = useEventField()
  return (
    <div className="picture-fields">
      <img src={picture.sources[0]?.url} alt="" loading="lazy" {...pictureSize(picture)} />
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
