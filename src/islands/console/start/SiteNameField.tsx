import type { SiteNameCheck } from '#contracts/console/promoters.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { $siteName } from '#stores/console/start.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'

const NOTHING = { name: '' }

interface Props {
  id: string
  name: string
  error: string | undefined
  value: string
  onChange: (siteName: string) => void
}

/** Field for the site name. While the user types, checks whether the name is available, and suggests alternatives. */
export function SiteNameField({ value, onChange, ...field }: Props) {
  const { check, failure = '' } = useStore($siteName, NOTHING)
  const isChecking = value !== '' && !check && !failure
  return (
    <div className="site-name">
      <Field
        {...field}
        label="Address of your storefront"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={40}
        required
      />
      <p className="site-name-status" aria-live="polite" data-tone={check?.why ? 'danger' : undefined}>
        {isChecking ? 'Checking availability…' : failure}
        {check && <NameCheck check={check} />}
      </p>
      <Others names={check?.suggestions ?? []} onChoose={onChange} />
    </div>
  )
}

const NameCheck = ({ check }: { check: SiteNameCheck }) =>
  check.isFree ? (
    <>
      <strong>{check.host}</strong> is available.
    </>
  ) : (
    check.why
  )

function Others({ names, onChoose }: { names: readonly string[]; onChoose: (name: string) => void }) {
  if (names.length === 0) return null
  return (
    <fieldset className="site-name-others">
      <legend className="visually-hidden">Available names</legend>
      {names.map((name) => (
        <Button key={name} variant="quiet" onClick={() => onChoose(name)}>
          {name}
        </Button>
      ))}
    </fieldset>
  )
}
