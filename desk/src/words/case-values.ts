import type { CasePriority } from '../gql/graphql'

export const priorities: Record<CasePriority, string> = {
  URGENT: 'Urgent',
  HIGH: 'High',
  NORMAL: 'Normal',
  LOW: 'Low',
}
