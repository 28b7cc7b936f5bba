import type pg from 'pg'

export interface Description {
  /** OID of each parameter's type. */
  parameters: readonly number[]
  columns: readonly DescribedColumn[]
}

export interface DescribedColumn {
  name: string
  dataTypeID: number
}

/** Has PostgreSQL parse a statement, without executing it, and returns its parameters and columns. */
export function describeStatement(client: pg.ClientBase, text: string): Promise<Description> {
  const { promise, resolve, reject } = Promise.withResolvers<Description>()
  let parameters: readonly number[] = []
  let columns: readonly DescribedColumn[] = []
  const onParameters = (message: { dataTypeIDs: readonly number[] }): void => {
    parameters = message.dataTypeIDs
  }
  // pg calls these methods; its types declare `submit` only.
  client.query({
    submit(connection: pg.Connection) {
      connection.once('parameterDescription', onParameters)
      connection.parse({ name: '', text, types: [] }, true)
      connection.describe({ type: 'S', name: '' }, true)
      connection.sync()
    },
    handleRowDescription(message: { fields: readonly DescribedColumn[] }) {
      columns = message.fields
    },
    handleError(error: Error, connection: pg.Connection) {
      connection.removeListener('parameterDescription', onParameters)
      reject(error)
    },
    handleReadyForQuery() {
      resolve({ parameters, columns })
    },
  } as pg.Submittable)
  return promise
}
