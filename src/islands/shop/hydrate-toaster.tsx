import { hydrateRoot } from 'react-dom/client'
import { Toaster } from './Toaster.tsx'

/** For pages without a cart. `host` holds the server's markup of `<Toaster>` and nothing else. */
export const hydrateOverlays = (host: HTMLElement): void => {
  hydrateRoot(host, <Toaster />)
}
