interface Props {
  /** Name of the counted item, for example 'Standing'. */
  name: string
  quantity: number
  /** Minimum quantity. Default: 1. */
  min?: number | undefined
  max: number
  onChange: (quantity: number) => void
}

/**
 * Buttons that change a quantity. At the minimum, the minus button removes the item. At the maximum, the plus button
 * does nothing but keeps the focus.
 */
export function QuantityStepper({ name, quantity, min = 1, max, onChange }: Props) {
  const isAtMost = quantity >= max
  return (
    <fieldset className="stepper" aria-label={`Quantity of ${name}`}>
      <button
        type="button"
        aria-label={quantity > min ? `Remove one ${name}` : `Remove ${name}`}
        onClick={() => onChange(quantity > min ? quantity - 1 : 0)}
      >
        −
      </button>
      <output aria-live="polite">{quantity}</output>
      <button
        type="button"
        aria-label={`Add one ${name}`}
        aria-disabled={isAtMost}
        onClick={() => {
          if (!isAtMost) onChange(quantity + 1)
        }}
      >
        +
      </button>
    </fieldset>
  )
}
