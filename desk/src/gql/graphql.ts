/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** The login kind of a person. */
export type LoginKind =
  /** A person who works on cases. */
  | 'OPERATOR'
  /** A person who is the subject of cases, such as a customer. */
  | 'PARTY'
  /** A visitor who looks up type categories. */
  | 'CONSUMER'
  /** A person who configures the service. Admins cannot read or change cases. */
  | 'ADMIN';

/** The kind of value that a field of the case data accepts. */
export type CaseFieldKind =
  /** True or false. */
  | 'BOOLEAN'
  /** The value of one of the active choices. A case keeps a choice that is no longer active. */
  | 'CHOICE'
  /** A date without a time, for example "2026-11-22". */
  | 'DATE'
  /** A decimal number with at most 15 significant digits. */
  | 'DECIMAL'
  /** An integer from -(2^53 - 1) to 2^53 - 1. */
  | 'INTEGER'
  /** A text of at least one character, stored as it was sent. */
  | 'TEXT';

/** When a field of the case data must have a value. At other times, it can be null. */
export type CaseFieldRequirement =
  /** Always. */
  | 'ALWAYS'
  /** If the status of the case counts as closed. */
  | 'WHEN_CLOSED'
  /** Never. */
  | 'NEVER';

/** The order of a list of cases. Cases with the same time are ordered by ID. */
export type CaseOrder =
  /** The oldest first. */
  | 'CREATED_ASC'
  /** The newest first. */
  | 'CREATED_DESC'
  /** The least recently changed first. */
  | 'UPDATED_ASC'
  /** The most recently changed first. */
  | 'UPDATED_DESC';

/** The kind of change that an event records. */
export type CaseEventKind =
  /** The case was imported from a file. */
  | 'IMPORTED'
  /** The case was created by `createCase`. */
  | 'CREATED'
  /** The codes, status, resolution, case data or comments were changed by `updateCase`. */
  | 'UPDATED'
  /** The case was assigned by `assignCase` or `takeNextCase`. */
  | 'ASSIGNED'
  /** The assignment was removed by `unassignCase`. */
  | 'UNASSIGNED'
  /** Comments were added by `addComments`. */
  | 'COMMENTED'
  /** The text of a comment was changed by `editComment`. */
  | 'COMMENT_EDITED'
  /** A comment was removed by `removeComment`. */
  | 'COMMENT_REMOVED';

/** Exactly the codes of the REST API, letter case included. Listed in the order in which they are checked. */
export type CreateCaseErrorCode =
  /** Only for a repeated `idempotencyKey`: the caller is no longer authorised to view the case of the first response, or the case has been archived. */
  | 'invalidId'
  /** The `categoryCode` or the `typeCode` is missing. */
  | 'CodeRequired'
  /** The category is a system node. Cases cannot be created in it. */
  | 'CategorySystemNode'
  /** The category code or the type code is incorrect. */
  | 'InvalidCode'
  /** The status or resolution name is invalid, or it is missing and there is no default. */
  | 'InvalidName'
  /** A field of the case data is missing, unknown, or has an invalid value. */
  | 'invalidCaseField'
  /** No active party has this email address, and the touchpoint does not register parties. Or the new party has an invalid `partyEmail` or `partyFirstname`, or the caller is not permitted to send them. */
  | 'partyNotValid';

/** Exactly the codes of the REST API, letter case included. Listed in the order in which they are checked. */
export type UpdateCaseErrorCode =
  /** The `caseInstanceId` is invalid, or the caller is not authorised to view or edit the case. */
  | 'invalidId'
  /** The `categoryCode` or the `typeCode` is missing. */
  | 'CodeRequired'
  /** The requested category, or the category of the case, is a system node and cannot be modified. */
  | 'CategorySystemNode'
  /** The category code or the type code is incorrect. */
  | 'InvalidCode'
  /** The status or resolution name is invalid, or the transition to this status is not allowed. For groups, the code is `invalidName`. */
  | 'InvalidName'
  /** A field of the case data is missing, unknown, or has an invalid value. */
  | 'invalidCaseField';

/** Exactly the codes of the REST API, letter case included. Listed in the order in which they are checked. */
export type AssignCaseErrorCode =
  /** The `caseInstanceId` is invalid, or the calling operator or touchpoint is not authorised. */
  | 'invalidId'
  /** Both `email` and `groupName` were sent. */
  | 'invalid'
  /** Neither `email` nor `groupName` was sent. */
  | 'missing'
  /** No active operator has this email address. */
  | 'operatorNotValid'
  /** The target operator is currently blocked. */
  | 'blocked'
  /** The target operator is not authorised to handle this case type. */
  | 'isNotAuthorized'
  /** No active group has this name. For statuses and resolutions, the code is `InvalidName`. */
  | 'invalidName';

/** Exactly the codes of the REST API, letter case included. Listed in the order in which they are checked. */
export type UnassignCaseErrorCode =
  /** The `caseInstanceId` is invalid, or the caller is not authorised to view or edit the case. */
  | 'invalidId';

/** Exactly the codes of the REST API, letter case included. Listed in the order in which they are checked. */
export type TakeNextCaseErrorCode =
  /** Only for a repeated `idempotencyKey`: the caller is no longer authorised to view the case of the first response, or the case has been archived. */
  | 'invalidId'
  /** No active group of the caller has this name. */
  | 'invalidName';

/** Exactly the codes of the REST API, letter case included. Listed in the order in which they are checked. */
export type AddCommentsErrorCode =
  /** The `caseInstanceId` is invalid, or the caller is not authorised to view or edit the case. */
  | 'invalidId';

/** Exactly the codes of the REST API, letter case included. Listed in the order in which they are checked. */
export type EditCommentErrorCode =
  /** The `commentId` is invalid, or the caller is not authorised to view the comment. */
  | 'invalidId'
  /** The caller can see the comment but not change it. Authors can change it for 15 minutes. Operators who may modify the case can change it at any time. */
  | 'notPermitted';

/** Exactly the codes of the REST API, letter case included. Listed in the order in which they are checked. */
export type RemoveCommentErrorCode =
  /** The `commentId` is invalid, or the caller is not authorised to view the comment. */
  | 'invalidId'
  /** The caller can see the comment but not change it. Authors can change it for 15 minutes. Operators who may modify the case can change it at any time. */
  | 'notPermitted';

/** A comment to add. */
export type CommentInput = {
  /** The text, with 1 to 10,000 characters after leading and trailing white space is removed. */
  text: string;
  /** Whether the comment is visible to operators only. False if absent. Parties cannot add internal comments. */
  internal?: boolean | null | undefined;
};

/** Conditions that listed cases must all fulfil. Names and codes that do not exist match nothing. */
export type CaseFilter = {
  /** Only cases with one of these statuses. */
  status?: Array<string> | null | undefined;
  /** If true, only cases whose status counts as closed. If false, only other cases. */
  closed?: boolean | null | undefined;
  /** Only cases with one of these resolutions. */
  resolution?: Array<string> | null | undefined;
  /** Only cases with one of these type codes. */
  typeCode?: Array<string> | null | undefined;
  /** Only cases with one of these category codes. */
  categoryCode?: Array<string> | null | undefined;
  /** If true, only cases assigned to the caller. If false, only other cases. */
  assignedToMe?: boolean | null | undefined;
  /** Only cases that are assigned to the operator with this email address. */
  assigneeEmail?: string | null | undefined;
  /** If true, only cases assigned to neither an operator nor a group. If false, only other cases. */
  unassigned?: boolean | null | undefined;
  /** Only cases that are assigned to one of these groups. */
  groupName?: Array<string> | null | undefined;
  /** Only cases that concern the party with this email address. */
  partyEmail?: string | null | undefined;
  /** Only cases that were created after this time. */
  createdAfter?: string | null | undefined;
  /** Only cases that were created before this time. */
  createdBefore?: string | null | undefined;
  /** Only cases that were last changed after this time. */
  updatedAfter?: string | null | undefined;
  /** Only cases that were last changed before this time. */
  updatedBefore?: string | null | undefined;
  /** Only cases with a comment that matches this search and that the caller may see. All words must be in the same comment. A word matches words that begin with it, in any letter case: invoi matches invoice. Supports "quoted phrases", or, and -excluded words, which exclude comments rather than cases. A phrase and an excluded word match only whole words. A search without a letter or a digit matches nothing. */
  text?: string | null | undefined;
};

/** A new case. Fields that are null are the same as absent. */
export type CreateCaseInput = {
  /** The code of the case category. Required: if it is missing, the result is the error `CodeRequired`. */
  categoryCode?: string | null | undefined;
  /** The code of the case type. Required: if it is missing, the result is the error `CodeRequired`. */
  typeCode?: string | null | undefined;
  /** The name of the status. If absent, the case gets the default status. */
  status?: string | null | undefined;
  /** The name of the resolution. If absent, the case gets the default resolution. */
  resolution?: string | null | undefined;
  /** The case data, as an object keyed by field name. It must contain every field that the case type defines. Decimals may be sent as strings. */
  caseData?: unknown;
  /** The first comments, at most 50. */
  comments?: Array<CommentInput> | null | undefined;
  /** The email address of the party that the case concerns. For operators only. A case that a party creates always concerns that party. */
  partyEmail?: string | null | undefined;
  /** The first name of a party who does not exist yet, with 1 to 200 characters after leading and trailing white space is removed. The party is registered with the case, if the touchpoint registers parties. A party who exists keeps the first name. */
  partyFirstname?: string | null | undefined;
  /** A key of 1 to 255 characters that identifies the request. If the same session sends the same key with the same input again within 24 hours, it gets the first result and nothing is written. With another input, the error is `CONFLICT`. If the caller may no longer see the case, the result is the error `invalidId`. */
  idempotencyKey?: string | null | undefined;
  /** Whether to check everything and return the result without writing anything. False by default. Comments, history and their counts in the result are the stored ones, without what the change would add or edit. */
  dryRun?: boolean | null | undefined;
};

/** The changes to a case. Fields that are absent or null keep their current value. */
export type UpdateCaseInput = {
  /** The ID of the case to update. */
  caseInstanceId: string | number;
  /** The code of the case category. Required: if it is missing, the result is the error `CodeRequired`. */
  categoryCode?: string | null | undefined;
  /** The code of the case type. Required: if it is missing, the result is the error `CodeRequired`. */
  typeCode?: string | null | undefined;
  /** The name of the status. */
  status?: string | null | undefined;
  /** The name of the resolution. */
  resolution?: string | null | undefined;
  /** The case data, as an object keyed by field name. It must contain every field that the case type defines, and replaces the stored data. Any other value results in the error `invalidCaseField`. Decimals may be sent as strings. */
  caseData?: unknown;
  /** Comments to add, at most 50. Existing comments are kept. */
  comments?: Array<CommentInput> | null | undefined;
  /** The version of the case that the caller has read. If the case has another version, nothing is written and the error is `PRECONDITION_FAILED`. Its extensions contain `currentVersion`, `changedFields` and `commentsAdded`. Added comments are not among the changed fields. */
  expectedVersion?: number | null | undefined;
  /** A key of 1 to 255 characters that identifies the request. If the same session sends the same key with the same input again within 24 hours, it gets the first result and nothing is written. With another input, the error is `CONFLICT`. If the caller may no longer see the case, the result is the error `invalidId`. */
  idempotencyKey?: string | null | undefined;
  /** Whether to check everything and return the result without writing anything. False by default. Comments, history and their counts in the result are the stored ones, without what the change would add or edit. */
  dryRun?: boolean | null | undefined;
};

/** The assignment of a case. Exactly one of `email` and `groupName` must be sent. */
export type AssignCaseInput = {
  /** The ID of the case to assign. */
  caseInstanceId: string | number;
  /** The email address of the target operator. Letter case is ignored. */
  email?: string | null | undefined;
  /** The name of the target operator group. */
  groupName?: string | null | undefined;
  /** The version of the case that the caller has read. If the case has another version, nothing is written and the error is `PRECONDITION_FAILED`. Its extensions contain `currentVersion`, `changedFields` and `commentsAdded`. Added comments are not among the changed fields. */
  expectedVersion?: number | null | undefined;
  /** A key of 1 to 255 characters that identifies the request. If the same session sends the same key with the same input again within 24 hours, it gets the first result and nothing is written. With another input, the error is `CONFLICT`. If the caller may no longer see the case, the result is the error `invalidId`. */
  idempotencyKey?: string | null | undefined;
  /** Whether to check everything and return the result without writing anything. False by default. Comments, history and their counts in the result are the stored ones, without what the change would add or edit. */
  dryRun?: boolean | null | undefined;
};

/** The case to unassign. */
export type UnassignCaseInput = {
  /** The ID of the case. */
  caseInstanceId: string | number;
  /** The version of the case that the caller has read. If the case has another version, nothing is written and the error is `PRECONDITION_FAILED`. Its extensions contain `currentVersion`, `changedFields` and `commentsAdded`. Added comments are not among the changed fields. */
  expectedVersion?: number | null | undefined;
  /** A key of 1 to 255 characters that identifies the request. If the same session sends the same key with the same input again within 24 hours, it gets the first result and nothing is written. With another input, the error is `CONFLICT`. If the caller may no longer see the case, the result is the error `invalidId`. */
  idempotencyKey?: string | null | undefined;
  /** Whether to check everything and return the result without writing anything. False by default. Comments, history and their counts in the result are the stored ones, without what the change would add or edit. */
  dryRun?: boolean | null | undefined;
};

/** The queue to take a case from. */
export type TakeNextCaseInput = {
  /** The name of a group of the caller. If it is absent, any active group of the caller. */
  groupName?: string | null | undefined;
  /** A key of 1 to 255 characters that identifies the request. If the same session sends the same key with the same input again within 24 hours, it gets the first result and nothing is written. With another input, the error is `CONFLICT`. If the caller may no longer see the case, the result is the error `invalidId`. */
  idempotencyKey?: string | null | undefined;
  /** Whether to check everything and return the result without writing anything. False by default. Comments, history and their counts in the result are the stored ones, without what the change would add or edit. */
  dryRun?: boolean | null | undefined;
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

/** The new text of a comment. */
export type EditCommentInput = {
  /** The ID of the comment. */
  commentId: string | number;
  /** The text, with 1 to 10,000 characters after leading and trailing white space is removed. */
  text: string;
  /** The version of the case that the caller has read. If the case has another version, nothing is written and the error is `PRECONDITION_FAILED`. Its extensions contain `currentVersion`, `changedFields` and `commentsAdded`. Added comments are not among the changed fields. */
  expectedVersion?: number | null | undefined;
  /** A key of 1 to 255 characters that identifies the request. If the same session sends the same key with the same input again within 24 hours, it gets the first result and nothing is written. With another input, the error is `CONFLICT`. If the caller may no longer see the case, the result is the error `invalidId`. */
  idempotencyKey?: string | null | undefined;
  /** Whether to check everything and return the result without writing anything. False by default. Comments, history and their counts in the result are the stored ones, without what the change would add or edit. */
  dryRun?: boolean | null | undefined;
};

/** The comment to remove. */
export type RemoveCommentInput = {
  /** The ID of the comment. */
  commentId: string | number;
  /** The version of the case that the caller has read. If the case has another version, nothing is written and the error is `PRECONDITION_FAILED`. Its extensions contain `currentVersion`, `changedFields` and `commentsAdded`. Added comments are not among the changed fields. */
  expectedVersion?: number | null | undefined;
  /** A key of 1 to 255 characters that identifies the request. If the same session sends the same key with the same input again within 24 hours, it gets the first result and nothing is written. With another input, the error is `CONFLICT`. If the caller may no longer see the case, the result is the error `invalidId`. */
  idempotencyKey?: string | null | undefined;
  /** Whether to check everything and return the result without writing anything. False by default. Comments, history and their counts in the result are the stored ones, without what the change would add or edit. */
  dryRun?: boolean | null | undefined;
};

export type ShownStatusFragment = { caseStatus: { name: string, closed: boolean, default: boolean } } & { ' $fragmentName'?: 'ShownStatusFragment' };

export type AssignmentFragment = { assignee: { firstname: string } | null, group: { name: string } | null } & { ' $fragmentName'?: 'AssignmentFragment' };

export type AssignableCaseFragment = { assignee: { id: string } | null, group: { id: string } | null } & { ' $fragmentName'?: 'AssignableCaseFragment' };

export type AssigneesQueryVariables = Exact<{
  id: string | number;
  search?: string | null | undefined;
}>;


export type AssigneesQuery = { case: { assignableOperators: { nodes: Array<{ firstname: string, email: string | null }>, pageInfo: { hasNextPage: boolean } }, assignableGroups: { nodes: Array<{ name: string }>, pageInfo: { hasNextPage: boolean } } } | null };

export type AssignCaseMutationVariables = Exact<{
  input: AssignCaseInput;
}>;


export type AssignCaseMutation = { result:
    | { case: { id: string, version: number } }
    | { problems: Array<{ code: AssignCaseErrorCode, message: string, path: Array<string> }> }
    | Record<PropertyKey, never>
   | null };

export type UnassignCaseMutationVariables = Exact<{
  input: UnassignCaseInput;
}>;


export type UnassignCaseMutation = { result:
    | { case: { id: string, version: number } }
    | { problems: Array<{ code: UnassignCaseErrorCode, message: string, path: Array<string> }> }
   | null };

export type NamedCaseFragment = { caseType: { code: string, name: string }, category: { code: string, name: string }, fields: Array<{ name: string, label: string }>, availableTypeCategories: Array<{ ' $fragmentRefs'?: { 'TypeCategoryFragment': TypeCategoryFragment } }> } & { ' $fragmentName'?: 'NamedCaseFragment' };

export type RecentChangesFragment = { version: number, history: { nodes: Array<(
      { id: string, sequence: number, at: string }
      & { ' $fragmentRefs'?: { 'ShownEventFragment': ShownEventFragment } }
    )> }, comments: { nodes: Array<{ id: string, text: string, createdAt: string }> } } & { ' $fragmentName'?: 'RecentChangesFragment' };

export type NewCaseQueryVariables = Exact<{ [key: string]: never; }>;


export type NewCaseQuery = { statuses: Array<{ name: string, active: boolean }> | null, resolutions: Array<{ name: string, active: boolean }> | null };

export type CreateCaseMutationVariables = Exact<{
  input: CreateCaseInput;
}>;


export type CreateCaseMutation = { result:
    | { case: { id: string, version: number } }
    | { problems: Array<{ code: CreateCaseErrorCode, message: string, path: Array<string> }> }
   | null };

export type OpenCaseQueryVariables = Exact<{
  id: string | number;
}>;


export type OpenCaseQuery = { case: (
    { id: string, version: number, resolution: string, createdAt: string, caseType: { name: string }, category: { name: string }, party: { firstname: string, email: string | null } | null, permissions: { update: { allowed: boolean, message: string }, assign: { allowed: boolean }, comment: { allowed: boolean, message: string } } }
    & { ' $fragmentRefs'?: { 'ShownStatusFragment': ShownStatusFragment;'AssignmentFragment': AssignmentFragment;'UpdatableCaseFragment': UpdatableCaseFragment;'AssignableCaseFragment': AssignableCaseFragment;'RecentChangesFragment': RecentChangesFragment;'LatestEntriesFragment': LatestEntriesFragment;'NamedCaseFragment': NamedCaseFragment } }
  ) | null };

export type OtherCasesQueryVariables = Exact<{
  partyEmail: string;
  first: number;
}>;


export type OtherCasesQuery = { cases: { totalCount: number, nodes: Array<(
      { id: string, updatedAt: string, caseType: { name: string } }
      & { ' $fragmentRefs'?: { 'ShownStatusFragment': ShownStatusFragment } }
    )> } | null };

export type UpdatableCaseFragment = { id: string, categoryCode: string, typeCode: string, status: string, resolution: string, fields: Array<(
    { name: string, value: unknown }
    & { ' $fragmentRefs'?: { 'FieldDefinition_CaseField_Fragment': FieldDefinition_CaseField_Fragment } }
  )>, availableStatuses: Array<{ name: string, active: boolean }>, availableResolutions: Array<{ name: string, active: boolean }>, availableTypeCategories: Array<{ ' $fragmentRefs'?: { 'TypeCategoryFragment': TypeCategoryFragment } }> } & { ' $fragmentName'?: 'UpdatableCaseFragment' };

export type UpdateCaseMutationVariables = Exact<{
  input: UpdateCaseInput;
}>;


export type UpdateCaseMutation = { result:
    | { case: { id: string, version: number } }
    | { problems: Array<{ code: UpdateCaseErrorCode, message: string, path: Array<string> }> }
    | Record<PropertyKey, never>
   | null };

type FieldDefinition_CaseTypeField_Fragment = { name: string, label: string, kind: CaseFieldKind, minimum: number | null, maximum: number | null, scale: number | null, maximumLength: number | null, required: CaseFieldRequirement, choices: Array<{ value: string, label: string, active: boolean }> } & { ' $fragmentName'?: 'FieldDefinition_CaseTypeField_Fragment' };

type FieldDefinition_CaseField_Fragment = { name: string, label: string, kind: CaseFieldKind, minimum: number | null, maximum: number | null, scale: number | null, maximumLength: number | null, required: CaseFieldRequirement, choices: Array<{ value: string, label: string, active: boolean }> } & { ' $fragmentName'?: 'FieldDefinition_CaseField_Fragment' };

export type FieldDefinitionFragment =
  | FieldDefinition_CaseTypeField_Fragment
  | FieldDefinition_CaseField_Fragment
;

export type TypeCategoryFragment = { caseTypeCode: string, caseTypeName: string, caseCategoryCode: string, caseCategoryName: string, defaultAnswer: string | null, fields: Array<(
    { name: string }
    & { ' $fragmentRefs'?: { 'FieldDefinition_CaseTypeField_Fragment': FieldDefinition_CaseTypeField_Fragment } }
  )> } & { ' $fragmentName'?: 'TypeCategoryFragment' };

export type AnyAssigneesQueryVariables = Exact<{
  search?: string | null | undefined;
}>;


export type AnyAssigneesQuery = { operators: { nodes: Array<{ firstname: string, email: string | null }>, pageInfo: { hasNextPage: boolean } } | null, groups: { nodes: Array<{ name: string }>, pageInfo: { hasNextPage: boolean } } | null };

export type CasesQueryVariables = Exact<{
  filter?: CaseFilter | null | undefined;
  orderBy?: CaseOrder | null | undefined;
  after?: string | null | undefined;
  isFirst: boolean;
}>;


export type CasesQuery = { cases: { totalCount?: number, nodes: Array<(
      { id: string }
      & { ' $fragmentRefs'?: { 'ListedCaseFragment': ListedCaseFragment } }
    )>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type ListedCaseFragment = (
  { id: string, version: number, updatedAt: string, caseType: { name: string }, category: { name: string }, party: { firstname: string } | null, comments: { nodes: Array<{ text: string }> } }
  & { ' $fragmentRefs'?: { 'ShownStatusFragment': ShownStatusFragment;'AssignmentFragment': AssignmentFragment } }
) & { ' $fragmentName'?: 'ListedCaseFragment' };

export type TakeNextMutationVariables = Exact<{
  input: TakeNextCaseInput;
}>;


export type TakeNextMutation = { result:
    | { case: { id: string, version: number } | null }
    | { problems: Array<{ code: TakeNextCaseErrorCode, message: string, path: Array<string> }> }
   | null };

export type WaitingQueryVariables = Exact<{
  groupNames: Array<string> | string;
}>;


export type WaitingQuery = { ofGroups: { totalCount: number } | null, unassigned: { totalCount: number } | null };

export type AssignCasesMutationVariables = Exact<{
  inputs: Array<AssignCaseInput> | AssignCaseInput;
}>;


export type AssignCasesMutation = { results: Array<
    | { case: { id: string, version: number } }
    | { problems: Array<{ code: AssignCaseErrorCode, message: string, path: Array<string> }> }
    | { errorCode: string, message: string }
  > | null };

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { viewer: { login: LoginKind, firstname: string, email: string, touchpoint: { code: string, name: string }, groups: Array<{ name: string }>, typeCategories: Array<{ ' $fragmentRefs'?: { 'TypeCategoryFragment': TypeCategoryFragment } }> } | null, statuses: Array<{ name: string, active: boolean, closed: boolean, default: boolean }> | null };

export type RemoveCommentMutationVariables = Exact<{
  input: RemoveCommentInput;
}>;


export type RemoveCommentMutation = { result:
    | { case: { id: string, version: number } }
    | { problems: Array<{ code: RemoveCommentErrorCode, message: string, path: Array<string> }> }
   | null };

export type EditCommentMutationVariables = Exact<{
  input: EditCommentInput;
}>;


export type EditCommentMutation = { result:
    | { case: { id: string, version: number } }
    | { problems: Array<{ code: EditCommentErrorCode, message: string, path: Array<string> }> }
   | null };

export type ShownCommentFragment = { id: string, text: string, internal: boolean, createdAt: string, editedAt: string | null, author: { firstname: string, email: string | null } } & { ' $fragmentName'?: 'ShownCommentFragment' };

export type AddCommentsMutationVariables = Exact<{
  input: AddCommentsInput;
}>;


export type AddCommentsMutation = { result:
    | { case: { id: string, version: number } }
    | { problems: Array<{ code: AddCommentsErrorCode, message: string, path: Array<string> }> }
   | null };

export type ShownEventFragment = { kind: CaseEventKind, at: string, touchpoint: string | null, actor: { firstname: string } | null, changes: Array<{ path: Array<string>, from: unknown, to: unknown }> } & { ' $fragmentName'?: 'ShownEventFragment' };

export type CommentPageFragment = { edges: Array<{ cursor: string, node: (
      { id: string, createdAt: string }
      & { ' $fragmentRefs'?: { 'ShownCommentFragment': ShownCommentFragment } }
    ) }>, pageInfo: { hasPreviousPage: boolean } } & { ' $fragmentName'?: 'CommentPageFragment' };

export type EventPageFragment = { edges: Array<{ cursor: string, node: (
      { id: string, kind: CaseEventKind, at: string, changes: Array<{ path: Array<string> }> }
      & { ' $fragmentRefs'?: { 'ShownEventFragment': ShownEventFragment } }
    ) }>, pageInfo: { hasPreviousPage: boolean } } & { ' $fragmentName'?: 'EventPageFragment' };

export type LatestEntriesFragment = { comments: { ' $fragmentRefs'?: { 'CommentPageFragment': CommentPageFragment } }, history: { ' $fragmentRefs'?: { 'EventPageFragment': EventPageFragment } } } & { ' $fragmentName'?: 'LatestEntriesFragment' };

export type OlderEntriesQueryVariables = Exact<{
  id: string | number;
  comments?: string | null | undefined;
  events?: string | null | undefined;
}>;


export type OlderEntriesQuery = { case: { id: string, version: number, comments: { ' $fragmentRefs'?: { 'CommentPageFragment': CommentPageFragment } }, history: { ' $fragmentRefs'?: { 'EventPageFragment': EventPageFragment } } } | null };

export const AssignableCaseFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AssignableCase"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Case"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"assignee"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"group"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<AssignableCaseFragment, unknown>;
export const FieldDefinitionFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FieldDefinition"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CaseFieldDefinition"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"minimum"}},{"kind":"Field","name":{"kind":"Name","value":"maximum"}},{"kind":"Field","name":{"kind":"Name","value":"scale"}},{"kind":"Field","name":{"kind":"Name","value":"maximumLength"}},{"kind":"Field","name":{"kind":"Name","value":"choices"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"active"}}]}},{"kind":"Field","name":{"kind":"Name","value":"required"}}]}}]} as unknown as DocumentNode<FieldDefinitionFragment, unknown>;
export const TypeCategoryFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TypeCategory"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CaseTypeCategory"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"caseTypeCode"}},{"kind":"Field","name":{"kind":"Name","value":"caseTypeName"}},{"kind":"Field","name":{"kind":"Name","value":"caseCategoryCode"}},{"kind":"Field","name":{"kind":"Name","value":"caseCategoryName"}},{"kind":"Field","name":{"kind":"Name","value":"defaultAnswer"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"FieldDefinition"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FieldDefinition"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CaseFieldDefinition"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"minimum"}},{"kind":"Field","name":{"kind":"Name","value":"maximum"}},{"kind":"Field","name":{"kind":"Name","value":"scale"}},{"kind":"Field","name":{"kind":"Name","value":"maximumLength"}},{"kind":"Field","name":{"kind":"Name","value":"choices"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"active"}}]}},{"kind":"Field","name":{"kind":"Name","value":"required"}}]}}]} as unknown as DocumentNode<TypeCategoryFragment, unknown>;
export const NamedCaseFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NamedCase"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Case"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"caseType"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"category"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"label"}}]}},{"kind":"Field","name":{"kind":"Name","value":"availableTypeCategories"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TypeCategory"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FieldDefinition"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CaseFieldDefinition"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"minimum"}},{"kind":"Field","name":{"kind":"Name","value":"maximum"}},{"kind":"Field","name":{"kind":"Name","value":"scale"}},{"kind":"Field","name":{"kind":"Name","value":"maximumLength"}},{"kind":"Field","name":{"kind":"Name","value":"choices"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"active"}}]}},{"kind":"Field","name":{"kind":"Name","value":"required"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TypeCategory"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CaseTypeCategory"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"caseTypeCode"}},{"kind":"Field","name":{"kind":"Name","value":"caseTypeName"}},{"kind":"Field","name":{"kind":"Name","value":"caseCategoryCode"}},{"kind":"Field","name":{"kind":"Name","value":"caseCategoryName"}},{"kind":"Field","name":{"kind":"Name","value":"defaultAnswer"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"FieldDefinition"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<NamedCaseFragment, unknown>;
export const ShownEventFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShownEvent"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CaseEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"touchpoint"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firstname"}}]}},{"kind":"Field","name":{"kind":"Name","value":"changes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}}]}}]}}]} as unknown as DocumentNode<ShownEventFragment, unknown>;
export const RecentChangesFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RecentChanges"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Case"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"history"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"20"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"sequence"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShownEvent"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"comments"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"20"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShownEvent"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CaseEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"touchpoint"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firstname"}}]}},{"kind":"Field","name":{"kind":"Name","value":"changes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}}]}}]}}]} as unknown as DocumentNode<RecentChangesFragment, unknown>;
export const UpdatableCaseFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UpdatableCase"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Case"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"categoryCode"}},{"kind":"Field","name":{"kind":"Name","value":"typeCode"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"resolution"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"FieldDefinition"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"availableStatuses"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"active"}}]}},{"kind":"Field","name":{"kind":"Name","value":"availableResolutions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"active"}}]}},{"kind":"Field","name":{"kind":"Name","value":"availableTypeCategories"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TypeCategory"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FieldDefinition"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CaseFieldDefinition"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"minimum"}},{"kind":"Field","name":{"kind":"Name","value":"maximum"}},{"kind":"Field","name":{"kind":"Name","value":"scale"}},{"kind":"Field","name":{"kind":"Name","value":"maximumLength"}},{"kind":"Field","name":{"kind":"Name","value":"choices"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"active"}}]}},{"kind":"Field","name":{"kind":"Name","value":"required"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TypeCategory"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CaseTypeCategory"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"caseTypeCode"}},{"kind":"Field","name":{"kind":"Name","value":"caseTypeName"}},{"kind":"Field","name":{"kind":"Name","value":"caseCategoryCode"}},{"kind":"Field","name":{"kind":"Name","value":"caseCategoryName"}},{"kind":"Field","name":{"kind":"Name","value":"defaultAnswer"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"FieldDefinition"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<UpdatableCaseFragment, unknown>;
export const ShownStatusFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShownStatus"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Case"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"caseStatus"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"closed"}},{"kind":"Field","name":{"kind":"Name","value":"default"}}]}}]}}]} as unknown as DocumentNode<ShownStatusFragment, unknown>;
export const AssignmentFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Assignment"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Case"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"assignee"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firstname"}}]}},{"kind":"Field","name":{"kind":"Name","value":"group"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<AssignmentFragment, unknown>;
export const ListedCaseFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ListedCase"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Case"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"caseType"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"category"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"party"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firstname"}}]}},{"kind":"Field","name":{"kind":"Name","value":"comments"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShownStatus"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Assignment"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShownStatus"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Case"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"caseStatus"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"closed"}},{"kind":"Field","name":{"kind":"Name","value":"default"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Assignment"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Case"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"assignee"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firstname"}}]}},{"kind":"Field","name":{"kind":"Name","value":"group"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<ListedCaseFragment, unknown>;
export const ShownCommentFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShownComment"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CaseComment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"internal"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"editedAt"}},{"kind":"Field","name":{"kind":"Name","value":"author"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firstname"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}}]}}]} as unknown as DocumentNode<ShownCommentFragment, unknown>;
export const CommentPageFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CommentPage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CaseCommentConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShownComment"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShownComment"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CaseComment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"internal"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"editedAt"}},{"kind":"Field","name":{"kind":"Name","value":"author"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firstname"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}}]}}]} as unknown as DocumentNode<CommentPageFragment, unknown>;
export const EventPageFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EventPage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CaseEventConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"changes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShownEvent"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShownEvent"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CaseEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"touchpoint"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firstname"}}]}},{"kind":"Field","name":{"kind":"Name","value":"changes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}}]}}]}}]} as unknown as DocumentNode<EventPageFragment, unknown>;
export const LatestEntriesFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LatestEntries"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Case"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"comments"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"20"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CommentPage"}}]}},{"kind":"Field","name":{"kind":"Name","value":"history"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"20"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EventPage"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShownComment"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CaseComment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"internal"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"editedAt"}},{"kind":"Field","name":{"kind":"Name","value":"author"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firstname"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShownEvent"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CaseEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"touchpoint"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firstname"}}]}},{"kind":"Field","name":{"kind":"Name","value":"changes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CommentPage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CaseCommentConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShownComment"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EventPage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CaseEventConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"changes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShownEvent"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}}]}}]}}]} as unknown as DocumentNode<LatestEntriesFragment, unknown>;
export const AssigneesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Assignees"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"case"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"assignableOperators"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firstname"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"assignableGroups"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}}]}}]} as unknown as DocumentNode<AssigneesQuery, AssigneesQueryVariables>;
export const AssignCaseDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AssignCase"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AssignCaseInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"assignCase"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AssignCasePayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"case"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AssignCaseError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"problems"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}}]}}]}}]}}]}}]} as unknown as DocumentNode<AssignCaseMutation, AssignCaseMutationVariables>;
export const UnassignCaseDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UnassignCase"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UnassignCaseInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"unassignCase"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnassignCasePayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"case"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnassignCaseError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"problems"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}}]}}]}}]}}]}}]} as unknown as DocumentNode<UnassignCaseMutation, UnassignCaseMutationVariables>;
export const NewCaseDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"NewCase"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"statuses"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"active"}}]}},{"kind":"Field","name":{"kind":"Name","value":"resolutions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"active"}}]}}]}}]} as unknown as DocumentNode<NewCaseQuery, NewCaseQueryVariables>;
export const CreateCaseDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateCase"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateCaseInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"createCase"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreateCasePayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"case"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreateCaseError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"problems"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}}]}}]}}]}}]}}]} as unknown as DocumentNode<CreateCaseMutation, CreateCaseMutationVariables>;
export const OpenCaseDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"OpenCase"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"case"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"resolution"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"caseType"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"category"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"party"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firstname"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"Field","name":{"kind":"Name","value":"permissions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"update"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"assign"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}}]}},{"kind":"Field","name":{"kind":"Name","value":"comment"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShownStatus"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Assignment"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"UpdatableCase"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"AssignableCase"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RecentChanges"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"LatestEntries"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"NamedCase"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FieldDefinition"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CaseFieldDefinition"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"minimum"}},{"kind":"Field","name":{"kind":"Name","value":"maximum"}},{"kind":"Field","name":{"kind":"Name","value":"scale"}},{"kind":"Field","name":{"kind":"Name","value":"maximumLength"}},{"kind":"Field","name":{"kind":"Name","value":"choices"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"active"}}]}},{"kind":"Field","name":{"kind":"Name","value":"required"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TypeCategory"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CaseTypeCategory"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"caseTypeCode"}},{"kind":"Field","name":{"kind":"Name","value":"caseTypeName"}},{"kind":"Field","name":{"kind":"Name","value":"caseCategoryCode"}},{"kind":"Field","name":{"kind":"Name","value":"caseCategoryName"}},{"kind":"Field","name":{"kind":"Name","value":"defaultAnswer"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"FieldDefinition"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShownEvent"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CaseEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"touchpoint"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firstname"}}]}},{"kind":"Field","name":{"kind":"Name","value":"changes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShownComment"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CaseComment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"internal"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"editedAt"}},{"kind":"Field","name":{"kind":"Name","value":"author"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firstname"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CommentPage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CaseCommentConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShownComment"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EventPage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CaseEventConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"changes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShownEvent"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShownStatus"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Case"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"caseStatus"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"closed"}},{"kind":"Field","name":{"kind":"Name","value":"default"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Assignment"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Case"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"assignee"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firstname"}}]}},{"kind":"Field","name":{"kind":"Name","value":"group"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UpdatableCase"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Case"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"categoryCode"}},{"kind":"Field","name":{"kind":"Name","value":"typeCode"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"resolution"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"FieldDefinition"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"availableStatuses"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"active"}}]}},{"kind":"Field","name":{"kind":"Name","value":"availableResolutions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"active"}}]}},{"kind":"Field","name":{"kind":"Name","value":"availableTypeCategories"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TypeCategory"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AssignableCase"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Case"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"assignee"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"group"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RecentChanges"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Case"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"history"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"20"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"sequence"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShownEvent"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"comments"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"20"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LatestEntries"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Case"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"comments"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"20"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CommentPage"}}]}},{"kind":"Field","name":{"kind":"Name","value":"history"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"20"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EventPage"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NamedCase"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Case"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"caseType"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"category"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"label"}}]}},{"kind":"Field","name":{"kind":"Name","value":"availableTypeCategories"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TypeCategory"}}]}}]}}]} as unknown as DocumentNode<OpenCaseQuery, OpenCaseQueryVariables>;
export const OtherCasesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"OtherCases"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"partyEmail"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cases"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"partyEmail"},"value":{"kind":"Variable","name":{"kind":"Name","value":"partyEmail"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"caseType"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShownStatus"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShownStatus"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Case"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"caseStatus"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"closed"}},{"kind":"Field","name":{"kind":"Name","value":"default"}}]}}]}}]} as unknown as DocumentNode<OtherCasesQuery, OtherCasesQueryVariables>;
export const UpdateCaseDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateCase"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateCaseInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"updateCase"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateCasePayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"case"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateCaseError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"problems"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}}]}}]}}]}}]}}]} as unknown as DocumentNode<UpdateCaseMutation, UpdateCaseMutationVariables>;
export const AnyAssigneesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AnyAssignees"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"operators"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firstname"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"groups"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}}]} as unknown as DocumentNode<AnyAssigneesQuery, AnyAssigneesQueryVariables>;
export const CasesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Cases"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"CaseFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"CaseOrder"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"isFirst"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cases"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"isFirst"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ListedCase"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShownStatus"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Case"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"caseStatus"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"closed"}},{"kind":"Field","name":{"kind":"Name","value":"default"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Assignment"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Case"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"assignee"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firstname"}}]}},{"kind":"Field","name":{"kind":"Name","value":"group"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ListedCase"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Case"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"caseType"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"category"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"party"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firstname"}}]}},{"kind":"Field","name":{"kind":"Name","value":"comments"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"1"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"text"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShownStatus"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"Assignment"}}]}}]} as unknown as DocumentNode<CasesQuery, CasesQueryVariables>;
export const TakeNextDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"TakeNext"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TakeNextCaseInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"takeNextCase"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TakeNextCasePayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"case"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TakeNextCaseError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"problems"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}}]}}]}}]}}]}}]} as unknown as DocumentNode<TakeNextMutation, TakeNextMutationVariables>;
export const WaitingDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Waiting"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"groupNames"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"ofGroups"},"name":{"kind":"Name","value":"cases"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"0"}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"closed"},"value":{"kind":"BooleanValue","value":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"groupName"},"value":{"kind":"Variable","name":{"kind":"Name","value":"groupNames"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"unassigned"},"name":{"kind":"Name","value":"cases"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"0"}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"closed"},"value":{"kind":"BooleanValue","value":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"unassigned"},"value":{"kind":"BooleanValue","value":true}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}}]}}]} as unknown as DocumentNode<WaitingQuery, WaitingQueryVariables>;
export const AssignCasesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AssignCases"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"inputs"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AssignCaseInput"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"results"},"name":{"kind":"Name","value":"assignCases"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"inputs"},"value":{"kind":"Variable","name":{"kind":"Name","value":"inputs"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AssignCasePayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"case"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AssignCaseError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"problems"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RejectedChange"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<AssignCasesMutation, AssignCasesMutationVariables>;
export const ViewerDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"login"}},{"kind":"Field","name":{"kind":"Name","value":"firstname"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"touchpoint"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"groups"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"typeCategories"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TypeCategory"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"statuses"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"active"}},{"kind":"Field","name":{"kind":"Name","value":"closed"}},{"kind":"Field","name":{"kind":"Name","value":"default"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FieldDefinition"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CaseFieldDefinition"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"minimum"}},{"kind":"Field","name":{"kind":"Name","value":"maximum"}},{"kind":"Field","name":{"kind":"Name","value":"scale"}},{"kind":"Field","name":{"kind":"Name","value":"maximumLength"}},{"kind":"Field","name":{"kind":"Name","value":"choices"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"active"}}]}},{"kind":"Field","name":{"kind":"Name","value":"required"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TypeCategory"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CaseTypeCategory"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"caseTypeCode"}},{"kind":"Field","name":{"kind":"Name","value":"caseTypeName"}},{"kind":"Field","name":{"kind":"Name","value":"caseCategoryCode"}},{"kind":"Field","name":{"kind":"Name","value":"caseCategoryName"}},{"kind":"Field","name":{"kind":"Name","value":"defaultAnswer"}},{"kind":"Field","name":{"kind":"Name","value":"fields"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"FieldDefinition"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<ViewerQuery, ViewerQueryVariables>;
export const RemoveCommentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RemoveComment"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RemoveCommentInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"removeComment"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RemoveCommentPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"case"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RemoveCommentError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"problems"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}}]}}]}}]}}]}}]} as unknown as DocumentNode<RemoveCommentMutation, RemoveCommentMutationVariables>;
export const EditCommentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"EditComment"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"EditCommentInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"editComment"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EditCommentPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"case"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"EditCommentError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"problems"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}}]}}]}}]}}]}}]} as unknown as DocumentNode<EditCommentMutation, EditCommentMutationVariables>;
export const AddCommentsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AddComments"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AddCommentsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"addComments"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AddCommentsPayload"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"case"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AddCommentsError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"problems"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}}]}}]}}]}}]}}]} as unknown as DocumentNode<AddCommentsMutation, AddCommentsMutationVariables>;
export const OlderEntriesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"OlderEntries"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"comments"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"events"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"case"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"comments"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"20"}},{"kind":"Argument","name":{"kind":"Name","value":"before"},"value":{"kind":"Variable","name":{"kind":"Name","value":"comments"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CommentPage"}}]}},{"kind":"Field","name":{"kind":"Name","value":"history"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"20"}},{"kind":"Argument","name":{"kind":"Name","value":"before"},"value":{"kind":"Variable","name":{"kind":"Name","value":"events"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EventPage"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShownComment"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CaseComment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"internal"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"editedAt"}},{"kind":"Field","name":{"kind":"Name","value":"author"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firstname"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ShownEvent"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CaseEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"touchpoint"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firstname"}}]}},{"kind":"Field","name":{"kind":"Name","value":"changes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CommentPage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CaseCommentConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShownComment"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EventPage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CaseEventConnection"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"changes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ShownEvent"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}}]}}]}}]} as unknown as DocumentNode<OlderEntriesQuery, OlderEntriesQueryVariables>;