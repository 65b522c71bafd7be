import type { ErrorTable } from '../errors/problems.ts'

const invalidEndpoint = { title: 'Invalid endpoint', description: 'There is no such endpoint.' }

/** The error codes of each operation, a mutation and the route with the same name, in the order of checks. */
export const webhookErrors = {
  saveWebhookEndpoint: {
    invalidId: invalidEndpoint,
    invalidUrl: {
      title: 'Invalid URL',
      description: 'The URL is not an https URL, or its address is not allowed.',
    },
    personNotValid: {
      title: 'Invalid person',
      description: 'There is no active operator or party with this login kind and email address.',
    },
    touchpointNotValid: { title: 'Invalid touchpoint', description: 'There is no such touchpoint.' },
    cursorExpired: {
      title: 'Cursor expired',
      description: 'The events after the cursor, or after the position of the endpoint, are no longer kept.',
    },
    tooMany: { title: 'Too many endpoints', description: 'There are already 100 endpoints.' },
  },
  removeWebhookEndpoint: { invalidId: invalidEndpoint },
  rotateWebhookSecret: {
    invalidId: invalidEndpoint,
    tooMany: {
      title: 'Too many secrets',
      description:
        'The endpoint has five valid secrets. Wait until one expires, or shorten their time with `keepOldFor`.',
    },
  },
  testWebhookEndpoint: { invalidId: invalidEndpoint },
  retryWebhookDelivery: {
    invalidId: { title: 'Invalid delivery', description: 'There is no such delivery of the endpoint.' },
  },
} as const satisfies Record<string, ErrorTable>

export type WebhookErrorCode<Operation extends keyof typeof webhookErrors> = string &
  keyof (typeof webhookErrors)[Operation]
