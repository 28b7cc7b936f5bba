import { generate } from 'lean-qr'
import { qrStrokes } from '#model/platform/text/qr-strokes.ts'

/** A QR code as an SVG path of strokes. Unit: one module; `size` modules wide. */
export function drawQrCode(text: string): { path: string; size: number } {
  const code = generate(text)
  return { path: qrStrokes(code), size: code.size }
}
