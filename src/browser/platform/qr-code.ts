import { generate } from 'lean-qr'
import { qrStrokes } from '#model/platform/text/qr-strokes.ts'

/** Returns the SVG path that draws a QR code as strokes, in units of one module, and the code's width in modules. */
export function drawQrCode(text: string): { path: string; size: number } {
  const code = generate(text)
  return { path: qrStrokes(code), size: code.size }
}
