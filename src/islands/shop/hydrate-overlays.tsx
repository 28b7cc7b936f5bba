import { hydrateRoot } from 'react-dom/client'
import { Overlays } from './Overlays.tsx'

/** `host` contains the markup of `<Overlays>` from the server and nothing else. */
export const hydrateOverlays = (host: HTMLElement): void => {
  hydrateRoot(host, <Overlays />)
}
