import { useState } from 'react'
import { category, CATEGORY_NAMES, MAX_TAGS, readTags } from '#model/catalog/categories.ts'
import type { EventFields } from '#model/catalog/event-drafts.ts'
import { editEventFields } from '#stores/console/events/event.ts'
import { Field } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/Select.tsx'
import { useEventField } from '#islands/console/events/use-event-field.ts'

/** Fields for category and tags, which visitors use to filter and search events. */
export function KindFields({ fields }: { fields: EventFields }) {
  const bound = useEventField()
  return (
    <>
      <Select
        {...bound('category')}
        label="Category"
        value={fields.category ?? ''}
        onChange={({ target }) =>
          editEventFields({ category: category.options.find((each) => each === target.value) ?? null })
        }
      >
        <option value="">None</option>
        {category.options.map((each) => (
          <option key={each} value={each}>
            {CATEGORY_NAMES[each]}
          </option>
        ))}
      </Select>
      <TagsField tags={fields.tags} />
    </>
  )
}

/**
 * Field for tags. Keeps the entered text as long as it represents the tags; shows the tags if they were changed
 * elsewhere.
 */
function TagsField({ tags }: Pick<EventFields, 'tags'>) {
  const bound = useEventField()
  const [typed, type] = useState('')
  const isTyped = readTags(typed).join() === tags.join()
  const { error = wrongTag(tags, bound) } = bound('tags')
  return (
    <Field
      {...bound('tags')}
      error={error}
      label="Tags (optional)"
      hint={`Keywords for search, separated by commas, like “jazz, seated”. Up to ${MAX_TAGS}.`}
      value={isTyped ? typed : tags.join(', ')}
      onChange={({ target }) => {
        type(target.value)
        editEventFields({ tags: readTags(target.value) })
      }}
      autoComplete="off"
      maxLength={400}
      dir="auto"
    />
  )
}

/** Returns the first error of any of the tags, because they have one field. */
const wrongTag = (tags: readonly string[], bound: ReturnType<typeof useEventField>): string | undefined =>
  tags.map((_, index) => bound(`tags.${index}`).error).find(Boolean)
