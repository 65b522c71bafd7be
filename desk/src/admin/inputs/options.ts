/** The active types, for lists of check boxes. */
export function typeOptions(types: readonly { code: string; name: string; active: boolean }[]) {
  return types.filter(({ active }) => active).map(({ code, name }) => ({ value: code, label: name }))
}

export const settableByNames = { ALL: 'Customers and operators', OPERATORS: 'Only operators' } as const

export type SettableBy = keyof typeof settableByNames

export const loginNames = { OPERATOR: 'Operator', PARTY: 'Customer', CONSUMER: 'Consumer', ADMIN: 'Admin' } as const

export type Login = keyof typeof loginNames

export const logins = Object.keys(loginNames) as Login[]
