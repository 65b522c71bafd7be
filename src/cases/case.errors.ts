/** The codes of updateCase, in the order in which they are checked: what the REST API and the SDL enum carry. */
export const updateCaseErrors = {
  invalidId: {
    title: 'Invalid case',
    description: 'The caseInstanceId is invalid, or the caller is not authorised to view or edit this case.',
  },
  CodeRequired: {
    title: 'Code required',
    description: 'The categoryCode or the typeCode is missing.',
  },
  CategorySystemNode: {
    title: 'System category',
    description: 'The category is a system node, or the case stands in one, and cannot be modified.',
  },
  InvalidCode: {
    title: 'Invalid code',
    description: 'The category code or the type code is incorrect.',
  },
  InvalidName: {
    title: 'Invalid name',
    description: 'The status or the resolution name is invalid, or the status may not follow the current one.',
  },
  invalidCaseField: {
    title: 'Invalid case field',
    description: 'A field of the case data is missing, unknown, or has a value that does not fit.',
  },
} as const satisfies ErrorTable

/** The codes of assignCase, in the order in which they are checked. */
export const assignCaseErrors = {
  invalidId: {
    title: 'Invalid case',
    description: 'The caseInstanceId is invalid, or the operator or the touchpoint is not authorised.',
  },
  invalid: {
    title: 'Two assignees',
    description: 'Both email and groupName were sent.',
  },
  missing: {
    title: 'No assignee',
    description: 'Neither email nor groupName was sent.',
  },
  operatorNotValid: {
    title: 'Operator not valid',
    description: 'No active operator has this e-mail address.',
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
    description: 'No active group has this name.',
  },
} as const satisfies ErrorTable

export type ErrorTable = Record<string, { title: string; description: string }>
export type UpdateCaseErrorCode = keyof typeof updateCaseErrors
export type AssignCaseErrorCode = keyof typeof assignCaseErrors

/** One thing that is wrong with an input. `path` leads to it, for example ['caseData', 'severity']. */
export interface Problem<Code> {
  code: Code
  message: string
  path: string[]
}
