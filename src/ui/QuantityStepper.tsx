interface Props {
  /** What is counted: 'Standing'. */
  name: string
  quantity: number
  max: number
  onChange: (quantity: number) => void
}

/** One less at one removes. At the most, the button stays where the keyboard is and does nothing. */
export function QuantityStepper({ name, quantity, max, onChange }: Props) {
  const isAtMost = quantity >= max
  return (
    <fieldset className="stepper" aria-label={`Quantity of ${name}`}>
      <button
        type="button"
        aria-label={quantity > 1 ? `One ${name} less` : `Remove ${name}`}
        onClick={() => onChange(quantity - 1)}
      >
        −
      </button>
      <output aria-live="polite">{quantity}</output>
      <button
        type="button"
        aria-label={`One ${name} more`}
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
