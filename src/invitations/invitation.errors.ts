import type { ErrorTable } from '../errors/problems.ts'

/** In the order of checks. */
export const createInvitationErrors = {
  notConfigured: {
    title: 'Desk not configured',
    description: 'The service does not know the address of the desk, because `DESK_URL` is not set.',
  },
  invalidId: { title: 'Invalid person', description: 'There is no such person.' },
  touchpointNotValid: { title: 'Invalid touchpoint', description: 'There is no such touchpoint.' },
  personNotValid: { title: 'Inactive person', description: 'The person is inactive or erased.' },
  blocked: { title: 'Person blocked', description: 'The person is blocked.' },
  tooManyPasskeys: {
    title: 'Too many passkeys',
    description: 'The person has ten passkeys and could not add another one. Remove one first.',
  },
} as const satisfies ErrorTable

export type CreateInvitationErrorCode = keyof typeof createInvitationErrors
