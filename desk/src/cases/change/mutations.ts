import { graphql } from '../../gql'
import type { CommentInput } from '../../gql/graphql'

export const CreateCaseMutation = graphql(`
  mutation CreateCase($input: CreateCaseInput!) {
    result: createCase(input: $input) {
      ... on CreateCasePayload {
        case {
          id
          version
        }
      }
      ... on CreateCaseError {
        problems {
          code
          message
          path
        }
      }
    }
  }
`)

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

export const AddCommentsMutation = graphql(`
  mutation AddComments($input: AddCommentsInput!) {
    result: addComments(input: $input) {
      ... on AddCommentsPayload {
        case {
          id
          version
        }
      }
      ... on AddCommentsError {
        problems {
          code
          message
          path
        }
      }
    }
  }
`)

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

export const AssignCaseMutation = graphql(`
  mutation AssignCase($input: AssignCaseInput!) {
    result: assignCase(input: $input) {
      ... on AssignCasePayload {
        case {
          id
          version
        }
      }
      ... on AssignCaseError {
        problems {
          code
          message
          path
        }
      }
    }
  }
`)

export const UnassignCaseMutation = graphql(`
  mutation UnassignCase($input: UnassignCaseInput!) {
    result: unassignCase(input: $input) {
      ... on UnassignCasePayload {
        case {
          id
          version
        }
      }
      ... on UnassignCaseError {
        problems {
          code
          message
          path
        }
      }
    }
  }
`)

export const LinkCasesMutation = graphql(`
  mutation LinkCases($input: LinkCasesInput!) {
    result: linkCases(input: $input) {
      ... on LinkCasesPayload {
        case {
          id
          version
        }
      }
      ... on LinkCasesError {
        problems {
          code
          message
          path
        }
      }
    }
  }
`)

export const UnlinkCasesMutation = graphql(`
  mutation UnlinkCases($input: UnlinkCasesInput!) {
    result: unlinkCases(input: $input) {
      ... on UnlinkCasesPayload {
        case {
          id
          version
        }
      }
      ... on UnlinkCasesError {
        problems {
          code
          message
          path
        }
      }
    }
  }
`)

export const MergeCaseMutation = graphql(`
  mutation MergeCase($input: MergeCaseInput!) {
    result: mergeCase(input: $input) {
      ... on MergeCasePayload {
        case {
          id
          version
          status
        }
      }
      ... on MergeCaseError {
        problems {
          code
          message
          path
        }
      }
    }
  }
`)

export const UnmergeCaseMutation = graphql(`
  mutation UnmergeCase($input: UnmergeCaseInput!) {
    result: unmergeCase(input: $input) {
      ... on UnmergeCasePayload {
        case {
          id
          version
        }
      }
      ... on UnmergeCaseError {
        problems {
          code
          message
          path
        }
      }
    }
  }
`)

/** The comment that is added with a text and files. None if there is neither. */
export function newComments(text: string, attachmentIds: string[]): CommentInput[] {
  if (text === '' && attachmentIds.length === 0) return []
  return [{ text, ...(attachmentIds.length > 0 && { attachmentIds }) }]
}
