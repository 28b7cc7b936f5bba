import { loadDetector, type QrDetector } from './qr-detector.ts'

export type CameraFailure = 'no detector' | 'not allowed' | 'no camera'

export interface Camera {
  /** Turns the camera's light on and off; undefined if it has none. */
  setTorch: ((isOn: boolean) => Promise<void>) | undefined
  cameras: readonly { id: string; name: string }[]
  id: string
}

/** Pause between two frames. Short enough for a verdict within 100 ms, and long enough to limit the CPU load. */
const FRAME_MS = 40
/** Time during which the same code isn't reported again, so that a ticket held in front of the camera is read once. */
const SAME_CODE_MS = 3000

interface CameraDeps {
  video: HTMLVideoElement
  cameraId: string | undefined
  onCode: (text: string) => void
  signal: AbortSignal
}

/** Shows the camera's image in the video element, keeps the screen on, and reads codes until the signal is aborted. */
export async function startCamera({
  video,
  cameraId,
  onCode,
  signal,
}: CameraDeps): Promise<Camera | CameraFailure> {
  const detector = await loadDetector()
  if (!detector) return 'no detector'
  const stream = await openStream(cameraId)
  if (typeof stream === 'string') return stream
  const stop = (): void => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (signal.aborted) {
    stop()
    return 'no camera'
  }
  signal.addEventListener('abort', stop)
  video.srcObject = stream
  // `play()` isn't awaited, because it can stay pending until the first frame, and the code below waits for that frame
  // anyway.
  void video.play().catch(() => undefined)
  keepScreenOn(signal)
  void readFrames(detector, { video, onCode, signal })
  return describe(stream)
}

async function openStream(cameraId: string | undefined): Promise<MediaStream | CameraFailure> {
  const video = {
    ...(cameraId === undefined ? { facingMode: 'environment' } : { deviceId: { exact: cameraId } }),
    width: { ideal: 1280 },
  }
  try {
    return await navigator.mediaDevices.getUserMedia({ video })
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotAllowedError' ? 'not allowed' : 'no camera'
  }
}

async function readFrames(
  detector: QrDetector,
  { video, onCode, signal }: Pick<CameraDeps, 'video' | 'onCode' | 'signal'>,
): Promise<void> {
  let last = { text: '', atMs: 0 }
  while (!signal.aborted) {
    const [found] = await detector.detect(video).catch(() => [])
    const atMs = performance.now()
    if (found && !signal.aborted) {
      const isSame = found.rawValue === last.text && atMs - last.atMs < SAME_CODE_MS
      last = { text: found.rawValue, atMs }
      if (!isSame) onCode(found.rawValue)
    }
    await new Promise((resolve) => void setTimeout(resolve, FRAME_MS))
  }
}

async function describe(stream: MediaStream): Promise<Camera> {
  const [track] = stream.getVideoTracks()
  const { deviceId = '' } = track?.getSettings() ?? {}
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  const cameras = devices.filter(({ kind }) => kind === 'videoinput')
  // `torch` is missing in TypeScript's DOM types.
  const { torch } = (track?.getCapabilities?.() ?? {}) as { torch?: boolean }
  const setTorch = async (isOn: boolean): Promise<void> => {
    // `advanced` accepts all constraints that the browser knows, including `torch`.
    await track?.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] })
  }
  return {
    setTorch: torch ? setTorch : undefined,
    cameras: cameras.map(({ deviceId: id, label }, index) => ({ id, name: label || `Camera ${index + 1}` })),
    id: deviceId,
  }
}

/** Requests a wake lock, and again when the page becomes visible, because browsers release it when the page is hidden. */
function keepScreenOn(signal: AbortSignal): void {
  let lock: WakeLockSentinel | undefined
  const request = async (): Promise<void> => {
    if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
    lock = await navigator.wakeLock.request('screen').catch(() => undefined)
    if (signal.aborted) void lock?.release()
  }
  document.addEventListener('visibilitychange', () => void request(), { signal })
  signal.addEventListener('abort', () => void lock?.release())
  void request()
}
