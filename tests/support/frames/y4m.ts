import { closeSync, openSync, writeSync } from 'node:fs'
import type { Frame } from './camera-frame.ts'

/** Colourless: only the brightness differs. */
const NO_COLOUR = 128

interface Video {
  width: number
  height: number
  framesPerSecond: number
}

/** Writes frames of the same size as YUV4MPEG2, which Chromium's fake camera plays over and over. */
export function writeVideo(
  path: string,
  frames: Iterable<Frame>,
  { width, height, framesPerSecond }: Video,
): void {
  const file = openSync(path, 'w')
  try {
    writeSync(file, `YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`)
    // Two planes of colour, each of a quarter of the picture's size.
    const colour = Buffer.alloc((width * height) / 2, NO_COLOUR)
    for (const { grey } of frames) {
      writeSync(file, 'FRAME\n')
      writeSync(file, grey)
      writeSync(file, colour)
    }
  } finally {
    closeSync(file)
  }
}

/** Flags with which Chromium's camera shows the video, and may be used without asking. */
export const cameraFlags = (path: string): string[] => [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-video-capture=${path}`,
]
