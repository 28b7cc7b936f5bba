/**
 * An unhandled rejection is a bug that leaves an unknown state, so the process exits. Node would exit by itself if @astrojs/node didn't
 * handle the event.
 */
export function endOnStrayRejections(): void {
  process.on('unhandledRejection', (reason) => {
    throw reason
  })
}
