interface Props {
  /** What is counted: 'Standing'. */
  name: string
  quantity: number
  /** 1 unless said. */
  min?: number | undefined
  max: number
  onChange: (quantity: number) => void
}

/** One less at the fewest removes. At the most, the button stays where the keyboard is and does nothing. */
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
