import { graphql } from '../gql'

export const EditCommentMutation = graphql(`
  mutation EditComment($input: EditCommentInput!) {
    result: editComment(input: $input) {
      ... on EditCommentPayload {
        case {
          id
          version
        }
      }
      ... on EditCommentError {
        problems {
          code
          message
          path
        }
      }
    }
  }
`)

export const RemoveCommentMutation = graphql(`
  mutation RemoveComment($input: RemoveCommentInput!) {
    result: removeComment(input: $input) {
      ... on RemoveCommentPayload {
        case {
          id
          version
        }
      }
      ... on RemoveCommentError {
        problems {
          code
          message
          path
        }
      }
    }
  }
`)
