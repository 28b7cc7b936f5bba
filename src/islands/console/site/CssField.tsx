import type { DroppedCssRule } from '#contracts/console/domains.ts'
import { Button } from '#ui/Button.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'

interface Props {
  id: string
  value: string
  error: string | undefined
  /** Rules that the server removes; undefined until it has checked the current text. */
  dropped: readonly DroppedCssRule[] | undefined
  onChange: (css: string) => void
}

/** Field for the promoter's CSS. Lists the rules that the server removes. */
export function CssField({ id, value, error, dropped, onChange }: Props) {
  return (
    <div className="css-field">
      <TextArea
        id={id}
        label="Custom CSS (optional)"
        hint="Applies to your storefront’s pages. In prices, the cart and the checkout, only the corner radii of :scope apply."
        error={error}
        rows={12}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        dir="ltr"
        wrap="off"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <Report areaId={id} css={value} dropped={dropped} />
    </div>
  )
}

function Report({
  areaId,
  css,
  dropped,
}: {
  areaId: string
  css: string
  dropped: readonly DroppedCssRule[] | undefined
}) {
  const count = dropped?.length ?? 0
  return (
    <div className="css-report">
      <p aria-live="polite">{css.trim() === '' || !dropped ? '' : servedMessage(count)}</p>
      {count > 0 && (
        <ul>
          {dropped?.map(({ line, rule, reason }) => (
            <li key={`${line} ${rule} ${reason}`}>
              <Button variant="link" onClick={() => selectLine(areaId, line)}>
                Line {line}
              </Button>
              <span>{reason}</span>
              {rule && <code dir="ltr">{rule}</code>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const servedMessage = (dropped: number): string => {
  if (dropped === 0) return 'All CSS is applied.'
  return dropped === 1 ? '1 part isn’t applied:' : `${dropped} parts aren’t applied:`
}

/** Selects a line of the text. Lines count from 1. */
function selectLine(areaId: string, line: number): void {
  const area = document.getElementById(areaId)
  if (!(area instanceof HTMLTextAreaElement)) return
  const lines = area.value.split('\n')
  const start = lines.slice(0, line - 1).reduce((length, each) => length + each.length + 1, 0)
  area.focus()
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
  // Browsers don't scroll to the selection by themselves.
  area.scrollTop = (area.scrollHeight / lines.length) * Math.max(0, line - 3)
  area.scrollLeft = 0
}
