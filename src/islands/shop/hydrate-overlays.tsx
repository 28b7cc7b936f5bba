import { hydrateRoot } from 'react-dom/client'
import { Overlays } from './Overlays.tsx'

/** Hydrates `<Overlays>` in `host`, which must contain only the markup that the server rendered for it. */
export const hydrateOverlays = (host: HTMLElement): void => {
  hydrateRoot(host, <Overlays />)
}
