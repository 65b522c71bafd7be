/** The REST codes of request errors, with their status and their GraphQL code. */
export const requestErrorCodes: Record<string, { status: number; graphql: string }> = {
  malformedRequest: { status: 400, graphql: 'BAD_USER_INPUT' },
  unauthenticated: { status: 401, graphql: 'UNAUTHENTICATED' },
  forbidden: { status: 403, graphql: 'FORBIDDEN' },
  internal: { status: 500, graphql: 'INTERNAL_SERVER_ERROR' },
  unavailable: { status: 503, graphql: 'UNAVAILABLE' },
}
