import { graphql } from './gql'

export const RemovePasskeyMutation = graphql(`
  mutation RemovePasskey($input: RemovePasskeyInput!) {
    result: removePasskey(input: $input) {
      ... on RemovePasskeyPayload {
        passkeyId
      }
      ... on RemovePasskeyError {
        message
      }
    }
  }
`)
