import { brandWithType, type OutputRef } from '@pothos/core'
import { AuditEventObject } from '../../audit/audit.graphql.ts'
import { findAuditEvent } from '../../audit/read-audit.ts'
import { PasskeyObject } from '../../auth/passkeys/passkey.graphql.ts'
import { readPasskey } from '../../auth/passkeys/passkeys.ts'
import { readSession, isSessionId } from '../../auth/sessions/read-sessions.ts'
import { SessionObject } from '../../auth/sessions/session.graphql.ts'
import type { RequestContext } from '../../context.ts'
import { rootBuilder } from '../../graphql/schema/builder.ts'
import { NodeInterface } from '../../graphql/schema/node.ts'
import { parseNodeId, uuidOf } from '../../node-id.ts'
import { OperatorGroupObject, PersonObject } from '../../people/people.graphql.ts'
import { readGroup, readPerson } from '../../people/read-people.ts'
import { forAdmins } from '../../viewer/authenticate.ts'
import { CaseObject } from '../case.graphql.ts'
import { CommentObject } from '../timeline/comments.graphql.ts'
import { CaseEventObject } from '../timeline/history.graphql.ts'
import { readCase, readComment, readEvent } from './read-case.ts'

interface NodeLoader {
  type: OutputRef
  load(context: RequestContext, key: number[], id: string): Promise<object | null>
}

/** How to load each kind of object by the numbers in its ID, or by the whole ID. Features above this one add theirs. */
export const nodeKinds: Record<string, NodeLoader> = {
  audit: { type: AuditEventObject, load: forAdmins(findAuditEvent) },
  comment: { type: CommentObject, load: readComment },
  event: { type: CaseEventObject, load: readEvent },
  group: { type: OperatorGroupObject, load: readGroup },
  passkey: { type: PasskeyObject, load: (context, _key, id) => readPasskey(context, id) },
  person: { type: PersonObject, load: readPerson },
  session: { type: SessionObject, load: (context, _key, id) => readSession(context, id) },
}

rootBuilder.queryField('node', (t) =>
  t.field({
    type: NodeInterface,
    nullable: true,
    description:
      'Returns an object by its ID, or null if it does not exist or the caller cannot access it. Comments and events ' +
      'can be accessed like their case, and files like their comment. Operators can access active operators and groups. Admins can access all persons, ' +
      'groups, audit events, passkeys, webhook endpoints and deliveries. All callers can access their own person, sessions and passkeys. The ID "session:current" is that of ' +
      'the session of the request. Login: operator or party.',
    extensions: { cost: 10 },
    args: { id: t.arg.id({ required: true, description: 'The ID of the object.' }) },
    resolve: (_root, { id }, context) => readNode(context, id),
  }),
)

/** The kind of an ID with a UUID. */
function uuidKindOf(id: string): { kind: string; key: number[] } | undefined {
  if (isSessionId(id)) return { kind: 'session', key: [] }
  const kind = (['attachment', 'passkey'] as const).find((each) => id.startsWith(`${each}:`) && uuidOf(each, id))
  return kind && { kind, key: [] }
}

async function readNode(context: RequestContext, id: string): Promise<object | null> {
  const { kind, key } = uuidKindOf(id) ?? parseNodeId(id) ?? { kind: '', key: [] }
  const found = Object.hasOwn(nodeKinds, kind) ? nodeKinds[kind] : undefined
  const node = found ? await found.load(context, key, id) : await readCase(context, id)
  if (node) brandWithType(node, found?.type ?? CaseObject)
  return node
}
