export class DatabaseSilent extends Error {
  override name = 'DatabaseSilent'
  readonly code = 'ETIMEDOUT'
  constructor(milliseconds: number) {
    super(`The database hasn’t responded for ${milliseconds} ms.`)
  }
}
