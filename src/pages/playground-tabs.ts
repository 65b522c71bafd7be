import {
  assign,
  comment,
  create,
  edit,
  history,
  list,
  lookup,
  patch,
  read,
  remove,
  several,
  takeNext,
  unassign,
  update,
  viewer,
} from './playground-documents.ts'

/** The tabs that the playground opens with, one operation each, for the demonstration data. */
export interface Example {
  login: 'operator' | 'consumer'
  query: string
  variables: object
}

export const examples: readonly Example[] = [
  { login: 'consumer', query: lookup, variables: { visibility: 'ALL', caseCategoryCode: 'BILLING' } },
  {
    login: 'operator',
    query: update,
    variables: {
      input: {
        caseInstanceId: '1001',
        categoryCode: 'BILLING',
        typeCode: 'REFUND',
        status: 'In progress',
        comments: [{ text: 'Checked in the playground.' }],
      },
    },
  },
  { login: 'operator', query: read, variables: { id: '1001' } },
  { login: 'operator', query: assign, variables: { input: { caseInstanceId: '1001', groupName: 'Billing team' } } },
  { login: 'operator', query: list, variables: { filter: { closed: false } } },
  {
    login: 'operator',
    query: create,
    variables: {
      input: {
        categoryCode: 'NETWORK',
        typeCode: 'INCIDENT',
        caseData: { severity: 2, signalDbm: '-90.5', lineDown: true },
        partyEmail: 'paula@example.com',
        comments: [{ text: 'The line has been down since noon.' }],
        dryRun: true,
      },
    },
  },
  {
    login: 'operator',
    query: comment,
    variables: { input: { caseInstanceId: '1001', comments: [{ text: 'Called the customer.', internal: true }] } },
  },
  { login: 'operator', query: takeNext, variables: { input: { groupName: 'Billing team' } } },
  { login: 'operator', query: history, variables: { id: '1001', filter: { field: ['status'] } } },
  {
    login: 'operator',
    query: patch,
    variables: { input: { caseInstanceId: '1001', status: 'Waiting for customer' } },
  },
  { login: 'operator', query: unassign, variables: { input: { caseInstanceId: '1001' } } },
  {
    login: 'operator',
    query: edit,
    variables: { input: { commentId: 'comment:1001:1:1', text: 'I was charged twice in May.' } },
  },
  { login: 'operator', query: remove, variables: { input: { commentId: 'comment:1001:1:1', dryRun: true } } },
  {
    login: 'operator',
    query: several,
    variables: {
      inputs: ['1001', '1002'].map((caseInstanceId) => ({
        caseInstanceId,
        categoryCode: caseInstanceId === '1001' ? 'BILLING' : 'NETWORK',
        typeCode: caseInstanceId === '1001' ? 'REFUND' : 'INCIDENT',
        status: 'In progress',
      })),
    },
  },
  { login: 'operator', query: viewer, variables: {} },
]
