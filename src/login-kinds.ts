export const loginKinds = ['ADMIN', 'CONSUMER', 'OPERATOR', 'PARTY'] as const
export type LoginKind = (typeof loginKinds)[number]
