/** The server has not answered in time. What was asked may have been done. */
export class DatabaseSilent extends Error {
  override name = 'DatabaseSilent'
  readonly code = 'ETIMEDOUT'
  constructor(milliseconds: number) {
    super(`The database has not answered for ${milliseconds} ms.`)
  }
}
