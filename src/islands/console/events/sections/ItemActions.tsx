import { Button } from '#ui/Button.tsx'

interface Props {
  /** Name of the item for screen readers, for example 'question 2'. */
  name: string
  index: number
  count: number
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

export function ItemActions({ name, index, count, onMove, onRemove }: Props) {
  return (
    <div className="item-actions">
      <Button variant="link" aria-label={`Move ${name} up`} disabled={index === 0} onClick={() => onMove(-1)}>
        Up
      </Button>
      <Button
        variant="link"
        aria-label={`Move ${name} down`}
        disabled={index === count - 1}
        onClick={() => onMove(1)}
      >
        Down
      </Button>
      <Button variant="link" aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </div>
  )
}
