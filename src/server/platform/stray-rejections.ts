/** An unhandled rejection leaves an unknown state, so the process exits. Node would exit if @astrojs/node had no handler. */
export function endOnStrayRejections(): void {
  process.on('unhandledRejection', (reason) => {
    throw reason
  })
}
