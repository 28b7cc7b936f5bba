/**
 * A promise that was rejected and awaited by nobody is a bug, and nobody knows what it has left undone: the process ends, as Node would end it
 * by itself if @astrojs/node didn't listen for these and go on.
 */
export function endOnStrayRejections(): void {
  process.on('unhandledRejection', (reason) => {
    throw reason
  })
}
