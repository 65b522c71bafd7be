/** The kinds of objects with an ID in both APIs. The ID of a case is its number; others start with their kind, such as person:7. */
export type NodeKind =
  | 'attachment'
  | 'audit'
  | 'comment'
  | 'delivery'
  | 'endpoint'
  | 'event'
  | 'group'
  | 'passkey'
  | 'person'
  | 'secret'
  | 'session'

export function nodeId(kind: NodeKind, ...key: (number | string)[]): string {
  return `${kind}:${key.join(':')}`
}

/** The kind and the one to three numbers of an ID. Undefined if it is the ID of a case or of a session, or not valid. */
export function parseNodeId(id: string): { kind: string; key: number[] } | undefined {
  const [, kind = '', numbers = ''] = /^([a-z]+)((?::[1-9]\d{0,15}){1,3})$/.exec(id) ?? []
  const key = numbers.split(':').slice(1).map(Number)
  return kind !== '' && key.every(Number.isSafeInteger) ? { kind, key } : undefined
}

/** The numbers of an ID of this kind, which has so many. Empty for every other text. */
export function numbersOf(kind: NodeKind, id: string, count: number): number[] {
  const parsed = parseNodeId(id)
  return parsed?.kind === kind && parsed.key.length === count ? parsed.key : []
}

/** The ID of an object by its ID, or by the ID without its kind. Other texts become IDs of no object. */
export function withKind(kind: NodeKind, id: string): string {
  return id.startsWith(`${kind}:`) ? id : `${kind}:${id}`
}

/** The UUID in an ID of this kind, or the UUID itself, in lower case. Undefined for every other text. */
export function uuidOf(kind: NodeKind, id: string): string | undefined {
  const [, sentKind = kind, uuid] =
    /^(?:([a-z]+):)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(id.toLowerCase()) ?? []
  return sentKind === kind ? uuid : undefined
}
