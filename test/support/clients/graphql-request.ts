import { ClientError, GraphQLClient } from 'graphql-request'
import { credentialHeaders } from '../requests/credentials.ts'
import { cancelledOrThrown, type Client, codesOf } from './client.ts'

export const graphqlRequest: Client = {
  name: 'graphql-request',
  async execute(url, { document, variables, caller, signal }) {
    const client = new GraphQLClient(`${url}/graphql`, { headers: credentialHeaders(caller) })
    try {
      return { data: await client.request({ document, variables, ...(signal && { signal }) }) }
    } catch (error) {
      if (!(error instanceof ClientError)) return cancelledOrThrown(error, signal)
      const { status, errors } = error.response
      return { ...(status >= 300 ? { status } : {}), codes: codesOf({ errors }) }
    }
  },
}
