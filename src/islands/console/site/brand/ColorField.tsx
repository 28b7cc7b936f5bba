import { brandColors, contrastRatio } from '#model/sites/colors.ts'
import { Field } from '#ui/form/Field.tsx'

interface Props {
  id: string
  label: string
  hint: string
  value: string
  error: string | undefined
  onChange: (color: string) => void
}

const isColor = (text: string): boolean => /^#[\da-f]{6}$/i.test(text)

/** Field for a colour, entered with a colour picker or as a hexadecimal value. Shows text on this colour. */
export function ColorField({ id, label, hint, value, error, onChange }: Props) {
  const color = isColor(value) ? value.toLowerCase() : undefined
  return (
    <div className="color-field">
      <input
        type="color"
        aria-label={`${label} picker`}
        value={color ?? '#000000'}
        onChange={(event) => onChange(event.target.value)}
      />
      <Field
        id={id}
        label={label}
        hint={hint}
        error={error}
        value={value}
        onChange={(event) => onChange(event.target.value.trim())}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={7}
      />
      {color && <ContrastSample color={color} />}
    </div>
  )
}

/** Text on the colour is white or dark, whichever has more contrast. */
function ContrastSample({ color }: { color: string }) {
  const { onPrimary } = brandColors({ primaryColor: color, secondaryColor: color })
  const ratio = contrastRatio(onPrimary, color).toFixed(1)
  const name = onPrimary === '#ffffff' ? 'White' : 'Dark'
  return (
    <p className="color-sample" style={{ background: color, color: onPrimary }}>
      {name} text on it, {ratio} : 1
    </p>
  )
}
