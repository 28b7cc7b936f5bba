import { hydrateRoot } from 'react-dom/client'
import { Toaster } from './Toaster.tsx'

/** For pages without a cart. `host` contains the markup of `<Toaster>` from the server and nothing else. */
export const hydrateOverlays = (host: HTMLElement): void => {
  hydrateRoot(host, <Toaster />)
}
