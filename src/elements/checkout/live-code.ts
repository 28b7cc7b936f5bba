import { now, startTicker } from '#browser/platform/clock.ts'
import { drawQrCode } from '#browser/platform/qr-code.ts'
import { liveDigits, liveStepAt } from '#model/sales/door/live-codes.ts'
import { clockOffsetOf } from './page-time.ts'

const TICK_MS = 500
/** Width of the margin around the code, in modules. */
const QUIET = 4

/**
 * `<live-code data-prefix data-secret data-now>` contains an SVG in which it draws the ticket's QR code whenever its digits change. It
 * computes the digits itself, so it needs no network.
 */
class LiveCode extends HTMLElement {
  private stop: (() => void) | undefined
  private shownStep = 0
  private offsetMs = 0

  connectedCallback(): void {
    this.offsetMs = clockOffsetOf(this)
    this.stop = startTicker(() => this.update(), TICK_MS)
    this.update()
  }

  disconnectedCallback(): void {
    this.stop?.()
  }

  private update(): void {
    const step = liveStepAt(now() + this.offsetMs)
    if (step === this.shownStep) return
    this.shownStep = step
    this.draw(step).catch(() => this.show('failed'))
  }

  private async draw(step: number): Promise<void> {
    const { prefix = '', secret = '' } = this.dataset
    const { path, size } = drawQrCode(prefix + (await liveDigits(bytesOf(secret), step)))
    if (step !== this.shownStep) return
    const picture = this.querySelector('svg')
    picture?.setAttribute('viewBox', `${-QUIET} ${-QUIET - 0.5} ${size + 2 * QUIET} ${size + 2 * QUIET}`)
    picture?.querySelector('path')?.setAttribute('d', path)
    this.show('shown')
  }

  private show(state: 'shown' | 'failed'): void {
    for (const part of this.querySelectorAll<HTMLElement | SVGElement>('[data-state]'))
      part.toggleAttribute('hidden', part.dataset['state'] !== state)
  }
}

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))

customElements.define('live-code', LiveCode)
