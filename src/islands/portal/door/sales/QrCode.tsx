import { drawQrCode } from '#browser/platform/qr-code.ts'

/** Width of the margin around a QR code, in modules. */
const QUIET = 4

export function QrCode({ text, label, isLarge = false }: { text: string; label: string; isLarge?: boolean }) {
  const { path, size } = drawQrCode(text)
  return (
    <svg
      className={isLarge ? 'door-qr is-large' : 'door-qr'}
      viewBox={`${-QUIET} ${-QUIET - 0.5} ${size + 2 * QUIET} ${size + 2 * QUIET}`}
      role="img"
      aria-label={label}
    >
      <path d={path} stroke="currentColor" />
    </svg>
  )
}
