import { useEffect, useRef, useState } from 'react'
import { startCamera, type Camera, type CameraFailure } from '#browser/portal/door/camera.ts'
import { Select } from '#ui/form/Select.tsx'

const FAILURES: Readonly<Record<CameraFailure, string>> = {
  'no detector':
    'This browser can’t read QR codes with the camera. Type the code below the QR code, or connect a hand scanner.',
  'not allowed':
    'The camera isn’t allowed. Allow it for this site in the browser’s settings, or type the code.',
  'no camera': 'No camera was found, or another app is using it. Type the code, or connect a hand scanner.',
}

/** Reads codes with the camera once it is turned on. */
export function ScanCamera({ onCode }: { onCode: (text: string) => void }) {
  const [isOn, turn] = useState(false)
  return (
    <section className="door-camera" aria-label="Camera">
      <button type="button" className="door-button" aria-pressed={isOn} onClick={() => turn(!isOn)}>
        {isOn ? 'Turn camera off' : 'Scan with the camera'}
      </button>
      {isOn && <Viewfinder onCode={onCode} />}
    </section>
  )
}

function Viewfinder({ onCode }: { onCode: (text: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const handle = useRef(onCode)
  const [chosenId, choose] = useState<string>()
  const [camera, setCamera] = useState<Camera | CameraFailure>()
  useEffect(() => {
    handle.current = onCode
  })
  useEffect(() => {
    const showing = new AbortController()
    const { signal } = showing
    // Scrolls the camera image into view, because half of it would be below the visible part of a phone's screen.
    video.current?.scrollIntoView({ block: 'center' })
    if (video.current)
      void startCamera({
        video: video.current,
        cameraId: chosenId,
        onCode: (text) => handle.current(text),
        signal,
      }).then((started) => (signal.aborted ? undefined : setCamera(started)))
    return () => showing.abort()
  }, [chosenId])
  if (typeof camera === 'string') return <p role="alert">{FAILURES[camera]}</p>
  return (
    <>
      <video ref={video} className="door-video" muted playsInline aria-label="Camera preview" />
      {camera && <CameraControls camera={camera} onChoose={choose} />}
    </>
  )
}

function CameraControls({ camera, onChoose }: { camera: Camera; onChoose: (id: string) => void }) {
  const [isLit, light] = useState(false)
  const { setTorch, cameras } = camera
  return (
    <div className="door-actions">
      {setTorch && (
        <button
          type="button"
          className="door-button"
          aria-pressed={isLit}
          onClick={() => void setTorch(!isLit).then(() => light(!isLit))}
        >
          Light
        </button>
      )}
      {cameras.length > 1 && (
        <Select
          id="camera"
          label="Camera"
          value={camera.id}
          onChange={({ target }) => onChoose(target.value)}
        >
          {cameras.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </div>
  )
}
