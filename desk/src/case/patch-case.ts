import { graphql } from '../gql'

export const PatchCaseMutation = graphql(`
  mutation PatchCase($input: PatchCaseInput!) {
    result: patchCase(input: $input) {
      ... on PatchCasePayload {
        case {
          id
          version
        }
      }
      ... on PatchCaseError {
        problems {
          code
          message
          path
        }
      }
    }
  }
`)
