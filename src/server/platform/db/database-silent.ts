/** The server didn't respond in time. The statement may have been executed. */
export class DatabaseSilent extends Error {
  override name = 'DatabaseSilent'
  readonly code = 'ETIMEDOUT'
  constructor(milliseconds: number) {
    super(`The database has not answered for ${milliseconds} ms.`)
  }
}
