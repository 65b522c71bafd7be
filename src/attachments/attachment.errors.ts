import type { ErrorTable } from '../errors/problems.ts'

/** The error codes of each operation, a mutation and the route with the same name. */
export const attachmentErrors = {
  deleteAttachment: {
    invalidId: {
      title: 'Invalid attachment',
      description: 'There is no such file, another person uploaded it, or it is part of a comment.',
    },
  },
} as const satisfies Record<string, ErrorTable>
