import type { ErrorTable } from '../errors/problems.ts'

const invalidCase = {
  title: 'Invalid case',
  description: 'The `caseInstanceId` is invalid, or the caller is not authorised to view or edit the case.',
}

/** The error codes of updateCase, in the order of checks. The REST API and the SDL enum are derived from this table. */
export const updateCaseErrors = {
  invalidId: invalidCase,
  CodeRequired: {
    title: 'Code required',
    description: 'The `categoryCode` or the `typeCode` is missing.',
  },
  CategorySystemNode: {
    title: 'System category',
    description: 'The requested category, or the category of the case, is a system node and cannot be modified.',
  },
  InvalidCode: {
    title: 'Invalid code',
    description: 'The category code or the type code is incorrect.',
  },
  InvalidName: {
    title: 'Invalid name',
    description:
      'The status or resolution name is invalid, or the transition to this status is not allowed. For groups, ' +
      'the code is `invalidName`.',
  },
  invalidCaseField: {
    title: 'Invalid case field',
    description: 'A field of the case data is missing, unknown, or has an invalid value.',
  },
} as const satisfies ErrorTable

/** The error codes of patchCase, in the order of checks. */
export const patchCaseErrors = {
  ...updateCaseErrors,
  CodeRequired: { title: 'Code required', description: 'The `categoryCode` or the `typeCode` is null.' },
  InvalidName: {
    title: 'Invalid name',
    description: 'The status or resolution name is invalid or null, or the transition to this status is not allowed.',
  },
} as const satisfies ErrorTable

const invalidFirstCase = {
  title: 'Invalid case',
  description:
    'Only for a repeated `idempotencyKey`: the caller is no longer authorised to view the case of the first response, or ' +
    'the case has been archived.',
}

/** The error codes of createCase, in the order of checks. */
export const createCaseErrors = {
  invalidId: invalidFirstCase,
  CodeRequired: updateCaseErrors.CodeRequired,
  CategorySystemNode: {
    title: 'System category',
    description: 'The category is a system node. Cases cannot be created in it.',
  },
  InvalidCode: updateCaseErrors.InvalidCode,
  InvalidName: {
    title: 'Invalid name',
    description: 'The status or resolution name is invalid, or it is missing and there is no default.',
  },
  invalidCaseField: updateCaseErrors.invalidCaseField,
  partyNotValid: {
    title: 'Invalid party',
    description:
      'No active party has this email address, and the touchpoint does not register parties. Or the new party has an invalid ' +
      '`partyEmail` or `partyFirstname`, or the caller is not permitted to send them.',
  },
} as const satisfies ErrorTable

/** The error codes of assignCase, in the order of checks. */
export const assignCaseErrors = {
  invalidId: {
    title: 'Invalid case',
    description: 'The `caseInstanceId` is invalid, or the calling operator or touchpoint is not authorised.',
  },
  invalid: {
    title: 'Two assignees',
    description: 'Both `email` and `groupName` were sent.',
  },
  missing: {
    title: 'No assignee',
    description: 'Neither `email` nor `groupName` was sent.',
  },
  operatorNotValid: {
    title: 'Invalid operator',
    description: 'No active operator has this email address.',
  },
  blocked: {
    title: 'Operator blocked',
    description: 'The target operator is currently blocked.',
  },
  isNotAuthorized: {
    title: 'Operator not authorised',
    description: 'The target operator is not authorised to handle this case type.',
  },
  invalidName: {
    title: 'Invalid group name',
    description: 'No active group has this name. For statuses and resolutions, the code is `InvalidName`.',
  },
} as const satisfies ErrorTable

/** The error codes of addComments. */
export const addCommentsErrors = { invalidId: invalidCase } as const satisfies ErrorTable

/** The error codes of unassignCase. */
export const unassignCaseErrors = { invalidId: invalidCase } as const satisfies ErrorTable

/** The error codes of editComment and removeComment, in the order of checks. */
export const commentErrors = {
  invalidId: {
    title: 'Invalid comment',
    description: 'The `commentId` is invalid, or the caller is not authorised to view the comment.',
  },
  notPermitted: {
    title: 'Not permitted',
    description:
      'The caller can see the comment but not change it. Authors can change it for 15 minutes. Operators who may ' +
      'modify the case can change it at any time.',
  },
} as const satisfies ErrorTable

/** The error codes of takeNextCase, in the order of checks. */
export const takeNextCaseErrors = {
  invalidId: invalidFirstCase,
  invalidName: {
    title: 'Invalid group name',
    description: 'No active group of the caller has this name.',
  },
} as const satisfies ErrorTable

/** The table of each operation: a mutation, and the route with the same name. */
export const operationErrors = {
  updateCase: updateCaseErrors,
  patchCase: patchCaseErrors,
  createCase: createCaseErrors,
  assignCase: assignCaseErrors,
  addComments: addCommentsErrors,
  unassignCase: unassignCaseErrors,
  editComment: commentErrors,
  removeComment: commentErrors,
  takeNextCase: takeNextCaseErrors,
} as const satisfies Record<string, ErrorTable>

export type OperationName = keyof typeof operationErrors
export type AddCommentsErrorCode = keyof typeof addCommentsErrors
export type UnassignCaseErrorCode = keyof typeof unassignCaseErrors
export type CommentErrorCode = keyof typeof commentErrors
export type TakeNextCaseErrorCode = keyof typeof takeNextCaseErrors
export type CreateCaseErrorCode = keyof typeof createCaseErrors
export type UpdateCaseErrorCode = keyof typeof updateCaseErrors
export type AssignCaseErrorCode = keyof typeof assignCaseErrors
