/**
 * Exits the process on an unhandled rejection, because the process is then in an unknown state. Node would do this
 * itself if @astrojs/node didn't install a handler.
 */
export function exitOnUnhandledRejection(): void {
  process.on('unhandledRejection', (reason) => {
    throw reason
  })
}
