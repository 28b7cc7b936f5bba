import { hydrateRoot } from 'react-dom/client'
import { Overlays } from './Overlays.tsx'

/** `host` holds the server's markup of `<Overlays>` and nothing else. */
export const hydrateOverlays = (host: HTMLElement): void => {
  hydrateRoot(host, <Overlays />)
}
