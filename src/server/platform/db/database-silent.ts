export class DatabaseSilent extends Error {
  override name = 'DatabaseSilent'
  readonly code = 'ETIMEDOUT'
  constructor(milliseconds: number) {
    super(`The database has not answered for ${milliseconds} ms.`)
  }
}
