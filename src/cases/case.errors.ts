import type { ErrorTable } from '../errors/problems.ts'

const invalidCase = {
  title: 'Invalid case',
  description: 'The `caseInstanceId` is invalid, or the caller is not authorised to view or edit the case.',
}

const updateCase = {
  invalidId: invalidCase,
  CodeRequired: { title: 'Code required', description: 'The `categoryCode` or the `typeCode` is missing.' },
  CategorySystemNode: {
    title: 'System category',
    description: 'The requested category, or the category of the case, is a system node and cannot be modified.',
  },
  InvalidCode: { title: 'Invalid code', description: 'The category code or the type code is incorrect.' },
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
} as const

const patchCase = {
  ...updateCase,
  CodeRequired: { title: 'Code required', description: 'The `categoryCode` or the `typeCode` is null.' },
  InvalidName: {
    title: 'Invalid name',
    description: 'The status or resolution name is invalid or null, or the transition to this status is not allowed.',
  },
} as const

const invalidFirstCase = {
  title: 'Invalid case',
  description:
    'Only for a repeated `idempotencyKey`: the caller is no longer authorised to view the case of the first response, or ' +
    'the case has been archived.',
}

const createCase = {
  invalidId: invalidFirstCase,
  CodeRequired: updateCase.CodeRequired,
  CategorySystemNode: {
    title: 'System category',
    description: 'The category is a system node. Cases cannot be created in it.',
  },
  InvalidCode: updateCase.InvalidCode,
  InvalidName: {
    title: 'Invalid name',
    description: 'The status or resolution name is invalid, or it is missing and there is no default.',
  },
  invalidCaseField: updateCase.invalidCaseField,
  partyNotValid: {
    title: 'Invalid party',
    description:
      'No active party has this email address, and the touchpoint does not register parties. Or the new party has an invalid ' +
      '`partyEmail` or `partyFirstname`, or the caller is not permitted to send them.',
  },
} as const

const assignCase = {
  invalidId: {
    title: 'Invalid case',
    description: 'The `caseInstanceId` is invalid, or the calling operator or touchpoint is not authorised.',
  },
  invalid: { title: 'Two assignees', description: 'Both `email` and `groupName` were sent.' },
  missing: { title: 'No assignee', description: 'Neither `email` nor `groupName` was sent.' },
  operatorNotValid: { title: 'Invalid operator', description: 'No active operator has this email address.' },
  blocked: { title: 'Operator blocked', description: 'The target operator is currently blocked.' },
  isNotAuthorized: {
    title: 'Operator not authorised',
    description: 'The target operator is not authorised to handle this case type.',
  },
  invalidName: {
    title: 'Invalid group name',
    description: 'No active group has this name. For statuses and resolutions, the code is `InvalidName`.',
  },
} as const

const changeComment = {
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
} as const

const invalidLinkedCase = {
  title: 'Invalid case',
  description:
    'The caller is not authorised to view or edit one of the two cases, or one of them does not exist or was merged into another one.',
}

const mergeCase = {
  invalidId: {
    title: 'Invalid case',
    description: 'One of the two IDs is invalid, or the caller is not authorised to view or edit the case.',
  },
  sameCase: { title: 'Same case', description: 'Both IDs are those of the same case.' },
  alreadyMerged: { title: 'Already merged', description: 'One of the cases was already merged into another one.' },
  differentParty: {
    title: 'Different party',
    description: 'The case has a party, and the other case does not have the same party.',
  },
  tooManyLinks: { title: 'Too many links', description: 'The other case would have more than 100 links.' },
  InvalidName: {
    title: 'Invalid name',
    description:
      'The status name is invalid, the status does not count as closed, or the transition to it is not allowed.',
  },
} as const

const unmergeCase = {
  invalidId: {
    title: 'Invalid case',
    description:
      'The `caseInstanceId` is invalid, or the caller is not authorised to view or edit the case or the one that it was merged into.',
  },
  notMerged: { title: 'Not merged', description: 'The case is not merged into another one.' },
  InvalidName: {
    title: 'Invalid name',
    description: 'The status name is invalid. Transitions between statuses are not checked.',
  },
} as const

const takeNextCase = {
  invalidId: invalidFirstCase,
  invalidName: { title: 'Invalid group name', description: 'No active group of the caller has this name.' },
} as const

/**
 * The error codes of each operation, a mutation and the route with the same name, in the order of checks. The REST API and the
 * enums of the SDL are derived from this table.
 */
export const operationErrors = {
  updateCase,
  patchCase,
  createCase,
  assignCase,
  addComments: { invalidId: invalidCase },
  unassignCase: { invalidId: invalidCase },
  editComment: changeComment,
  removeComment: changeComment,
  takeNextCase,
  linkCases: {
    invalidId: invalidLinkedCase,
    sameCase: {
      title: 'Same case',
      description: 'Both IDs are those of the same case, or a case would become its own ancestor.',
    },
    tooManyLinks: {
      title: 'Too many links',
      description: 'A case would have more than 100 links, more than one parent, or more than 1,000 ancestors.',
    },
  },
  unlinkCases: { invalidId: invalidLinkedCase },
  mergeCase,
  unmergeCase,
} as const satisfies Record<string, ErrorTable>

export type OperationName = keyof typeof operationErrors
export type ErrorCodeOf<Name extends OperationName> = keyof (typeof operationErrors)[Name]

/** Those of the operations that say what an operator looks at, and change nothing. */
export const viewingErrors = {
  markCaseRead: { invalidId: invalidCase },
  noteCasePresence: { invalidId: invalidCase },
} as const satisfies Record<string, ErrorTable>
