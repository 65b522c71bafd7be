import type { Session } from './session'

// Public sessions of the demonstration data. A real page gets its session from a login service.

export const demonstrationSessions: Record<string, Session> = {
  'Olga, operator at the desk': { touchpoint: 'desk', token: 'demo-operator-olga', login: 'OPERATOR' },
  'Odette, operator in the billing team': { touchpoint: 'desk', token: 'demo-operator-odette', login: 'OPERATOR' },
  'Paula, customer on the web': { touchpoint: 'web', token: 'demo-party-paula', login: 'PARTY' },
  'Pedro, customer on the web': { touchpoint: 'web', token: 'demo-party-pedro', login: 'PARTY' },
}

/** Operators cannot look up types and categories, so the page uses this session for them. */
export const visitor: Session = { touchpoint: 'web', token: 'demo-consumer-carla', login: 'CONSUMER' }

/** Suggestions only. The service validates the names. */
export const statuses = ['New', 'Open', 'In progress', 'Waiting for customer', 'Resolved', 'Closed']
export const resolutions = ['Unresolved', 'Fixed', 'Refunded', 'Rejected', 'Duplicate', 'Withdrawn']
