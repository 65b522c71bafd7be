import pg, { type PoolClient, type QueryArrayConfig, type QueryArrayResult } from 'pg'

/**
 * Runs a query after statements without rows, in one round trip. PostgreSQL runs everything up to the next Sync message
 * in one transaction.
 */
export function queryWithSettings(
  client: PoolClient,
  settings: readonly string[],
  config: QueryArrayConfig,
): Promise<QueryArrayResult> {
  return new Promise((resolve, reject) => {
    // The simple protocol would end the transaction.
    const extended = { ...config, queryMode: 'extended' }
    const query = new pg.Query(extended, (error: unknown, results: unknown) =>
      error ? reject(error as Error) : resolve((results as QueryArrayResult[]).at(-1)!),
    )
    const submit = query.submit.bind(query)
    query.submit = (connection) => {
      connection.stream.cork()
      for (const text of settings) {
        connection.parse({ name: '', text, types: [] }, true)
        connection.bind({}, true)
        connection.execute({}, true)
      }
      const refusal = submit(connection)
      connection.stream.uncork()
      return refusal
    }
    client.query(query)
  })
}
