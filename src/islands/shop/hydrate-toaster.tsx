import { hydrateRoot } from 'react-dom/client'
import { Toaster } from './Toaster.tsx'

/**
 * Hydrates `<Toaster>` in `host`, on pages without a cart. `host` must contain only the markup that the server rendered
 * for it.
 */
export const hydrateOverlays = (host: HTMLElement): void => {
  hydrateRoot(host, <Toaster />)
}
