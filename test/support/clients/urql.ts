import { Client as UrqlClient, fetchExchange } from '@urql/core'
import { credentialHeaders } from '../requests/credentials.ts'
import { type Client, codesOf, type Outcome } from './client.ts'

export const urql: Client = {
  name: 'urql',
  execute(url, { document, variables, caller, signal }) {
    const fetchOptions = { headers: credentialHeaders(caller) }
    const client = new UrqlClient({
      url: `${url}/graphql`,
      exchanges: [fetchExchange],
      fetchOptions,
      preferGetMethod: false,
    })
    return new Promise<Outcome>((resolve, reject) => {
      // It cancels only queries, not mutations.
      const operation = document.startsWith('query')
        ? client.query(document, variables)
        : client.mutation(document, variables)
      const running = operation.subscribe(({ data, error }) => {
        if (!error) return resolve({ data })
        if (error.networkError) return reject(error.networkError)
        const { status } = error.response as Response
        resolve({ ...(status >= 300 ? { status } : {}), codes: codesOf({ errors: error.graphQLErrors }) })
      })
      signal?.addEventListener('abort', () => {
        running.unsubscribe()
        resolve({ cancelled: true })
      })
    })
  },
}
