/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** A comment to add. */
export type CommentInput = {
  /** The text, with 1 to 10,000 characters after leading and trailing white space is removed. It may be empty if the comment has files. */
  text: string;
  /** Whether the comment is visible to operators only. False if absent. Parties cannot add internal comments. */
  internal?: boolean | null | undefined;
  /** The IDs of up to 10 files that the caller uploaded and that are not yet part of a comment. A file is named only once in a request. */
  attachmentIds?: Array<string | number> | null | undefined;
};

/** The comments to add. */
export type AddCommentsInput = {
  /** The ID of the case. */
  caseInstanceId: string | number;
  /** The comments to add, at most 50. */
  comments: Array<CommentInput>;
  /** The version of the case that the caller has read. If the case has another version, nothing is written and the error is `PRECONDITION_FAILED`. Its extensions contain `currentVersion`, `changedFields` and `commentsAdded`. Added comments are not among the changed fields. */
  expectedVersion?: number | null | undefined;
  /** A key of 1 to 255 characters that identifies the request. If the same session sends the same key with the same input again within 24 hours, it gets the first result and nothing is written. With another input, the error is `CONFLICT`. If the caller may no longer see the case, the result is the error `invalidId`. */
  idempotencyKey?: string | null | undefined;
  /** Whether to check everything and return the result without writing anything. False by default. Comments, history and their counts in the result are the stored ones, without what the change would add or edit. */
  dryRun?: boolean | null | undefined;
};

export type CasesQueryVariables = Exact<{ [key: string]: never; }>;


export type CasesQuery = { cases: { nodes: Array<{ id: string, typeCode: string, status: string, comments: { nodes: Array<{ text: string }> } }> } | null };

export type AddCommentsMutationVariables = Exact<{
  input: AddCommentsInput;
}>;


export type AddCommentsMutation = { addComments:
    | { problems: Array<{ message: string }> }
    | Record<PropertyKey, never>
   | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}

export const CasesDocument = new TypedDocumentString(`
    query Cases {
  cases(first: 20) {
    nodes {
      id
      typeCode
      status
      comments(last: 1) {
        nodes {
          text
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CasesQuery, CasesQueryVariables>;
export const AddCommentsDocument = new TypedDocumentString(`
    mutation AddComments($input: AddCommentsInput!) {
  addComments(input: $input) {
    ... on AddCommentsError {
      problems {
        message
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AddCommentsMutation, AddCommentsMutationVariables>;