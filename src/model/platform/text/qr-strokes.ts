export interface QrModules {
  size: number
  get: (x: number, y: number) => boolean
}

/** Returns the path of an SVG that draws the dark modules as horizontal strokes. One unit is one module. */
export function qrStrokes({ size, get }: QrModules): string {
  let path = ''
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      const begin = x
      while (get(x, y)) x += 1
      if (x > begin) path += `M${begin} ${y}h${x - begin}`
    }
  return path
}
