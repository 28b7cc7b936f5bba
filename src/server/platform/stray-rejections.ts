/**
 * Exits the process at an unhandled rejection, because it leaves an unknown state. Node would do so itself if
 * @astrojs/node had no handler.
 */
export function exitOnUnhandledRejection(): void {
  process.on('unhandledRejection', (reason) => {
    throw reason
  })
}
