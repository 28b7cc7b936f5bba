import { act, useState, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { DialogHead } from '#ui/dialog/DialogHead.tsx'

const BOX = { left: 100, right: 300, top: 100, bottom: 300 }
const INSIDE = { clientX: 110, clientY: 110 }
const BESIDE = { clientX: 50, clientY: 50 }

let root: Root
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.innerHTML = '<main></main>'
  root = createRoot(find('main'))
})
afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
})

function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`There is no ${selector}`)
  return found
}

/** Whether the dialog is rendered only while open, or always. */
type Presence = 'while open' | 'always'

function Page({ presence, isGuarded }: { presence: Presence; isGuarded: boolean | undefined }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button id="opener" onClick={() => setOpen(true)}>
        Write
      </button>
      {(isOpen || presence === 'always') && (
        <Dialog isOpen={isOpen} onClose={() => setOpen(false)} labelledBy="title" isGuarded={isGuarded}>
          <h2 id="title">A letter</h2>
          <textarea />
          <button id="done" onClick={() => setOpen(false)}>
            Done
          </button>
        </Dialog>
      )}
    </>
  )
}

async function open(isGuarded?: boolean, presence: Presence = 'while open'): Promise<void> {
  await act(async () => root.render(<Page presence={presence} isGuarded={isGuarded} />))
  find('#opener').focus()
  await act(async () => find('#opener').click())
  const box = { ...BOX, x: BOX.left, y: BOX.top, width: 200, height: 200, toJSON: () => BOX }
  vi.spyOn(find('dialog'), 'getBoundingClientRect').mockReturnValue(box)
}

const isOpen = (): boolean => document.querySelector('dialog[open]') !== null

/** Pointer down and up on different elements: the browser sends the click to their common ancestor. */
async function click(down: typeof INSIDE, up: typeof INSIDE, selector = 'dialog'): Promise<void> {
  await act(async () => {
    find('dialog').dispatchEvent(new PointerEvent('pointerdown', { ...down, bubbles: true }))
    find(selector).dispatchEvent(new MouseEvent('click', { ...up, bubbles: true }))
  })
}

const write = (): Promise<void> =>
  act(async () => void find('textarea').dispatchEvent(new Event('input', { bubbles: true })))

it('closes on a click on the backdrop', async () => {
  await open()
  await click(BESIDE, BESIDE)
  expect(isOpen()).toBe(false)
})

it.each([
  ['in a gap of its own', INSIDE, INSIDE],
  ['that selects text and ends outside', INSIDE, BESIDE],
  ['that begins outside and ends in it', BESIDE, INSIDE],
])('stays open on a click %s', async (_, down, up) => {
  await open()
  await click(down, up)
  expect(isOpen()).toBe(true)
})

it('stays open on Enter, which is a click without a position', async () => {
  await open()
  await click(BESIDE, { clientX: 0, clientY: 0 }, 'h2')
  expect(isOpen()).toBe(true)
})

it('keeps typed input on a click on the backdrop', async () => {
  await open()
  await write()
  await click(BESIDE, BESIDE)
  expect(isOpen()).toBe(true)
  await act(async () => find('#done').click())
  expect(isOpen()).toBe(false)
})

it('ignores input from before it was closed', async () => {
  await open(undefined, 'always')
  await write()
  await act(async () => find('#done').click())
  await act(async () => find('#opener').click())
  await click(BESIDE, BESIDE)
  expect(isOpen()).toBe(false)
})

it('is closed by its own buttons only when guarded', async () => {
  await open(true)
  await click(BESIDE, BESIDE)
  const escape = new Event('cancel', { cancelable: true })
  await act(async () => void find('dialog').dispatchEvent(escape))
  expect([isOpen(), escape.defaultPrevented]).toEqual([true, true])
})

it('closes with typed input when nothing is lost', async () => {
  await open(false)
  await write()
  await click(BESIDE, BESIDE)
  expect(isOpen()).toBe(false)
})

it.each(['while open', 'always'] as const)('returns focus when it is there %s', async (presence) => {
  await open(undefined, presence)
  find('textarea').focus()
  await act(async () => find('#done').click())
  expect(document.activeElement?.id).toBe('opener')
})

it.each(['before the dialog', 'with the dialog'])(
  'moves focus to the page’s heading when its opener is removed %s',
  async (moment) => {
    const render = (isOffered: boolean, isShown: boolean): Promise<void> =>
      act(async () =>
        root.render(
          <>
            <h1 id="heading">Order</h1>
            {isOffered && <button id="opener">Refund</button>}
            {isShown && (
              <Dialog isOpen onClose={() => undefined} labelledBy="title">
                <h2 id="title">Refund everything?</h2>
                <button id="done">Refund</button>
              </Dialog>
            )}
          </>,
        ),
      )
    await render(true, false)
    find('#opener').focus()
    await render(true, true)
    find('#done').focus()
    if (moment === 'before the dialog') await render(false, true)
    await render(false, false)
    expect(document.activeElement?.id).toBe('heading')
  },
)

it('doesn’t call onClose when closed by its owner', async () => {
  const onClose = vi.fn<() => void>()
  for (const isShown of [true, false])
    await act(async () =>
      root.render(
        <Dialog isOpen={isShown} onClose={onClose} labelledBy="title">
          <h2 id="title">A letter</h2>
        </Dialog>,
      ),
    )
  expect(onClose).not.toHaveBeenCalled()
})

it('stays open on a delayed close event of the browser', async () => {
  await open(undefined, 'always')
  await act(async () => find('#done').click())
  expect(isOpen()).toBe(false)
  await act(async () => find('#opener').click())
  await act(async () => void find('dialog').dispatchEvent(new Event('close')))
  expect(isOpen()).toBe(true)
})

it('focuses the first field of its form, or its selected option', async () => {
  const asking = async (fields: ReactNode): Promise<string> => {
    await act(async () => root.render(null))
    await act(async () =>
      root.render(
        <Dialog isOpen onClose={() => undefined} labelledBy="title">
          <DialogHead id="title" onClose={() => undefined}>
            A form
          </DialogHead>
          <form>{fields}</form>
        </Dialog>,
      ),
    )
    return document.activeElement?.id ?? ''
  }
  expect(
    await asking(
      <>
        <input type="hidden" id="hidden" />
        <input id="used" disabled />
        <input id="name" />
        <input id="second" />
      </>,
    ),
  ).toBe('name')
  expect(
    await asking(
      <>
        <input type="radio" name="role" id="owner" />
        <input type="radio" name="role" id="sales" defaultChecked />
      </>,
    ),
  ).toBe('sales')
})
