import { hydrateRoot } from 'react-dom/client'
import { Toaster } from './Toaster.tsx'

/** For pages without a cart. `host` contains only the markup of `<Toaster>` from the server. */
export const hydrateOverlays = (host: HTMLElement): void => {
  hydrateRoot(host, <Toaster />)
}
