import type { Session } from './session'

// What the demonstration data has. A page of yours gets its session from where people log in.

export const demonstrationSessions: Record<string, Session> = {
  'Olga, operator at the desk': { touchpoint: 'desk', token: 'demo-operator-olga', login: 'OPERATOR' },
  'Odette, operator in the billing team': { touchpoint: 'desk', token: 'demo-operator-odette', login: 'OPERATOR' },
  'Paula, customer on the web': { touchpoint: 'web', token: 'demo-party-paula', login: 'PARTY' },
  'Pedro, customer on the web': { touchpoint: 'web', token: 'demo-party-pedro', login: 'PARTY' },
}

/** Lookups are for consumers and parties: for an operator, the page looks up as any visitor of the web site does. */
export const visitor: Session = { touchpoint: 'web', token: 'demo-consumer-carla', login: 'CONSUMER' }

/** Suggestions only. What is allowed, the service says. */
export const statuses = ['New', 'Open', 'In progress', 'Waiting for customer', 'Resolved', 'Closed']
export const resolutions = ['Unresolved', 'Fixed', 'Refunded', 'Rejected', 'Duplicate', 'Withdrawn']
