import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { postToFrame, copyScrollPosition, readFrameContent } from '#browser/console/preview-frame.ts'
import { SegmentedControl } from '#ui/form/SegmentedControl.tsx'

type Screen = 'phone' | 'desktop'

const WIDTHS: Readonly<Record<Screen, number>> = { phone: 390, desktop: 1280 }
const SCREENS = [
  ['phone', 'Phone'],
  ['desktop', 'Desktop'],
] as const

interface Props {
  /** URL of the page that receives the fields as a form and returns the document to show. */
  url: string
  fields: Readonly<Record<string, string>>
  /** Accessible name of the frame. */
  title: string
  /** Picture of a browser tab, shown above the page. */
  tab?: ReactNode
  note: string
  /** True while the preview isn't updated because the user is typing. */
  isWaiting?: boolean
}

/** Preview of a storefront page at the width of a phone or a desktop. The server renders it from the fields. */
export function FramePreview({ url, fields, title, tab, note, isWaiting = false }: Props) {
  const [screen, setScreen] = useState<Screen>('phone')
  const [isBroken, setBroken] = useState(false)
  const name = useId()
  return (
    <section className="preview" aria-labelledby={`${name}-title`} aria-busy={isWaiting}>
      <div className="preview-head">
        <h3 id={`${name}-title`}>Preview</h3>
        <SegmentedControl label="Screen" options={SCREENS} value={screen} onChoose={setScreen} />
      </div>
      <div className="preview-window" data-screen={screen}>
        {tab && <p className="preview-tab">{tab}</p>}
        <Screen
          screen={screen}
          url={url}
          fields={fields}
          title={title}
          onShown={(isShown) => setBroken(!isShown)}
        />
      </div>
      <p className="preview-note" aria-live="polite">
        {isBroken ? 'The preview couldn’t be loaded. It reloads with your next change.' : note}
      </p>
    </section>
  )
}

interface Shot {
  number: number
  fields: Readonly<Record<string, string>>
}

/** Shows the current page until the next one is loaded, and then restores the scroll position. */
function Screen({
  screen,
  url,
  fields,
  title,
  onShown,
}: Pick<Props, 'url' | 'fields' | 'title'> & {
  screen: Screen
  onShown: (isShown: boolean) => void
}) {
  const [shots, setShots] = useState<{ shown: Shot | undefined; next: Shot | undefined }>({
    shown: undefined,
    next: { number: 0, fields },
  })
  const newest = shots.next ?? shots.shown
  if (newest && !isSame(newest.fields, fields))
    setShots({ shown: shots.shown, next: { number: newest.number + 1, fields } })
  const shown = useRef<HTMLIFrameElement>(null)
  const finish = (shot: Shot, frame: HTMLIFrameElement): void => {
    const found = readFrameContent(frame)
    if (found === 'nothing yet') return
    onShown(found === 'preview')
    if (found !== 'preview') return
    copyScrollPosition(frame, shown.current)
    shown.current = frame
    setShots((now) => (now.next === shot ? { shown: shot, next: undefined } : now))
  }
  return (
    <div className="preview-screen" data-screen={screen}>
      {[shots.shown, shots.next].map(
        (shot) =>
          shot && (
            <Frame
              key={shot.number}
              shot={shot}
              url={url}
              title={title}
              width={WIDTHS[screen]}
              isShown={shot === shots.shown}
              onLoad={(frame) => finish(shot, frame)}
            />
          ),
      )}
    </div>
  )
}

const isSame = (one: Shot['fields'], other: Shot['fields']): boolean =>
  Object.entries(other).every(([name, value]) => one[name] === value)

/** A new frame for each page. With a single one, the Back button would show the previous preview instead of leaving the console. */
function Frame({
  shot,
  url,
  title,
  width,
  isShown,
  onLoad,
}: Pick<Props, 'url' | 'title'> & {
  shot: Shot
  width: number
  isShown: boolean
  onLoad: (frame: HTMLIFrameElement) => void
}) {
  const id = useId()
  const { fields } = shot
  const name = `preview-${shot.number}-${id}`
  useEffect(() => postToFrame(name, url, fields), [name, url, fields])
  return (
    <iframe
      name={name}
      title={isShown ? title : 'The next preview'}
      width={width}
      data-shown={isShown ? '' : undefined}
      aria-hidden={isShown ? undefined : true}
      tabIndex={isShown ? undefined : -1}
      onLoad={(event) => onLoad(event.currentTarget)}
    />
  )
}
