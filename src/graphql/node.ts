import { InternalError } from '../errors/internal-error.ts'
import { builder } from './builder.ts'

/** Objects with an ID. The ID of a case is its number. Other IDs start with their kind. */
export const NodeInterface = builder.interfaceRef<object>('Node').implement({
  description: 'An object with an ID, which `node` accepts.',
  fields: (t) => ({
    id: t.id({
      description: 'The ID of the object. The ID of a case is its number. Other IDs start with their kind.',
      resolve() {
        throw new InternalError('A type that implements Node has no ID.')
      },
    }),
  }),
})

export type NodeKind =
  'audit' | 'comment' | 'delivery' | 'endpoint' | 'event' | 'group' | 'passkey' | 'person' | 'secret' | 'session'

export function nodeId(kind: NodeKind, ...key: (number | string)[]): string {
  return `${kind}:${key.join(':')}`
}

/** The kind and the numbers of an ID. Undefined if it is the ID of a case, or not valid. */
export function parseNodeId(id: string): { kind: string; key: number[] } | undefined {
  const [, kind = '', numbers = ''] = /^([a-z]+)((?::[1-9]\d{0,15}){1,3})$/.exec(id) ?? []
  const key = numbers.split(':').slice(1).map(Number)
  return kind !== '' && key.every(Number.isSafeInteger) ? { kind, key } : undefined
}
