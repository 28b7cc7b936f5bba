import sharp from 'sharp'
import { chromium, type Browser } from 'playwright'
import type { Frame } from '#tests/support/frames/camera-frame.ts'
import { cameraFlags, writeVideo } from '#tests/support/frames/y4m.ts'
import { findBrowser } from './browser.ts'

const CAMERA = { width: 640, height: 480 }
/** Side of the picture that is held up, in pixels of the camera. */
const HELD = 320

/** Launches a browser whose camera shows the picture, as a person holds it up. `path`: for the camera's video. */
export async function launchWithCamera(picture: Buffer, path: string): Promise<Browser> {
  writeVideo(path, [await frameOf(picture)], { ...CAMERA, framesPerSecond: 10 })
  const found = await findBrowser()
  return chromium.launch({ ...found, args: [...(found.args ?? []), ...cameraFlags(path)] })
}

async function frameOf(picture: Buffer): Promise<Frame> {
  const held = await sharp(picture).resize(HELD, HELD, { fit: 'contain', background: 'white' }).toBuffer()
  const grey = await sharp({ create: { ...CAMERA, channels: 3, background: '#777' } })
    .composite([{ input: held }])
    .greyscale()
    .raw()
    .toBuffer()
  return { grey: Uint8ClampedArray.from(grey), ...CAMERA }
}
