export const currentSession = 'session:current'

/** The UUID in the ID of a session. Undefined if it is no such ID. */
export function sessionUuid(id: string): string | undefined {
  return /^session:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.exec(id)?.[1]
}

/** The ID of a session from its ID or its UUID. Other texts become IDs of no session. */
export function sessionIdOf(text: string): string {
  return text.startsWith('session:') ? text : `session:${text}`
}

export function isSessionId(id: string): boolean {
  return id === currentSession || sessionUuid(id) !== undefined
}
