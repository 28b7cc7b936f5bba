import { generate } from 'lean-qr'

/** A QR code as an SVG path of strokes. Unit: one module; `size` modules wide. */
export function drawQrCode(text: string): { path: string; size: number } {
  const code = generate(text)
  let path = ''
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1) {
      const begin = x
      while (code.get(x, y)) x += 1
      if (x > begin) path += `M${begin} ${y}h${x - begin}`
    }
  return { path, size: code.size }
}
