import { hydrateRoot } from 'react-dom/client'
import { Overlays } from './Overlays.tsx'

/** `host` contains only the markup of `<Overlays>` from the server. */
export const hydrateOverlays = (host: HTMLElement): void => {
  hydrateRoot(host, <Overlays />)
}
