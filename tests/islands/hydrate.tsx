import { act, type ReactElement } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { vi } from 'vitest'

export interface Hydrated {
  container: HTMLElement
  errors: unknown[]
  unmount: () => void
}

/** Renders an island on a server (no window, no storage), then hydrates it. */
export async function hydrateIsland(island: ReactElement, serverHtml: string): Promise<Hydrated> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const container = document.createElement('div')
  container.innerHTML = serverHtml
  document.body.append(container)
  const errors: unknown[] = []
  let root: Root | undefined
  await act(async () => {
    root = hydrateRoot(container, island, { onRecoverableError: (error) => errors.push(error) })
  })
  return {
    container,
    errors,
    unmount: () => {
      act(() => root?.unmount())
      container.remove()
    },
  }
}
