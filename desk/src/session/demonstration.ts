import type { Session } from './session'

// Public sessions of the demonstration data. A real page gets its session from a login service.

export const demonstrationSessions: Record<string, Session> = {
  'Olga, operator at the desk': { touchpoint: 'desk', token: 'demo-operator-olga' },
  'Odette, operator in the billing team': { touchpoint: 'desk', token: 'demo-operator-odette' },
  'Paula, customer on the web': { touchpoint: 'web', token: 'demo-party-paula' },
  'Pedro, customer on the web': { touchpoint: 'web', token: 'demo-party-pedro' },
}
