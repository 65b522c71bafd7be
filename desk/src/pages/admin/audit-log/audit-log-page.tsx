import { Button } from '../../../ui/elements/button'
import { Select, TextInput } from '../../../ui/elements/inputs'
import { Stack } from '../../../ui/elements/stack'
import { Link } from 'wouter'
import { Field } from '../../../ui/form/inputs/field'
import { pairOptions } from '../../../ui/form/inputs/select-options'
import { type FragmentType, graphql, unmask } from '../gql'
import type { AuditAction } from '../gql/graphql'
import { Instant, startOfDay } from '../../../ui/display/instant'
import { PageHead } from '../../../ui/display/page-head'
import { ConnectionList } from '../../../cases/live/connection-list'
import { changedBy } from '../configuration/configuration'
import { useUrlFilter } from '../../../ui/form/url-filter'
import { type Change, ChangeList } from '../configuration/change-list'
import { useCodeNames } from '../configuration/names'
import { labelsOfTarget, AuditTarget, typeCodeOf } from './targets'

const actions: Record<AuditAction, string> = {
  CONFIGURED: 'Changed',
  PERSON_REGISTERED: 'Person registered',
  SESSION_CREATED: 'Session created',
  IMPORTED: 'Imported',
  ARCHIVED: 'Archived',
  SECRET_ISSUED: 'Secret issued',
  SECRET_REVOKED: 'Secret revoked',
  SESSIONS_REVOKED: 'Sessions revoked',
  PERSON_EXPORTED: 'Person exported',
  PERSON_ERASED: 'Person erased',
  WEBHOOK_ENDPOINT_SAVED: 'Webhook endpoint saved',
  WEBHOOK_ENDPOINT_REMOVED: 'Webhook endpoint removed',
  WEBHOOK_ENDPOINT_DISABLED: 'Webhook endpoint disabled',
  WEBHOOK_SECRET_ROTATED: 'Webhook secret rotated',
  WEBHOOK_RETRIED: 'Webhook delivery retried',
  INVITED: 'Person invited',
  PASSKEY_ADDED: 'Passkey added',
  PASSKEY_REMOVED: 'Passkey removed',
}

const AuditEventsQuery = graphql(`
  query AuditEvents(
    $target: String
    $action: [AuditAction!]
    $actorEmail: String
    $changedAfter: DateTime
    $changedBefore: DateTime
    $after: String
  ) {
    auditEvents(
      first: 50
      target: $target
      action: $action
      actorEmail: $actorEmail
      changedAfter: $changedAfter
      changedBefore: $changedBefore
      after: $after
    ) {
      nodes {
        id
        ...ShownAuditEvent
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

const ShownAuditEvent = graphql(`
  fragment ShownAuditEvent on AuditEvent {
    at
    actor {
      firstname
    }
    touchpoint
    action
    target
    changes {
      path
      from
      to
    }
  }
`)

/** The audit events, latest first. */
export function AuditLogPage() {
  const filter = useUrlFilter()
  const target = filter.get('target')
  const action = filter.get('action')
  const chosen = action in actions ? [action as AuditAction] : null
  const [person, from, to] = ['person', 'from', 'to'].map((name) => filter.get(name)) as [string, string, string]
  return (
    <Stack>
      <PageHead
        title="Audit log"
        hint="Who changed the configuration, and who exported or erased personal data. The latest entry is first."
      />
      <div className="filters">
        <Field label="Action">
          <Select {...filter.bind('action')}>
            <option value="">Any</option>
            {pairOptions(Object.entries(actions))}
          </Select>
        </Field>
        <Field label="Email address of the person">
          <TextInput type="email" {...filter.bind('person')} />
        </Field>
        <Field label="From">
          <TextInput type="date" {...filter.bind('from')} />
        </Field>
        <Field label="To">
          <TextInput type="date" {...filter.bind('to')} />
        </Field>
      </div>
      {target !== '' && (
        <p>
          Only <AuditTarget of={target} />{' '}
          <Button size="small" onClick={() => filter.set('target', '')}>
            Show all
          </Button>
        </p>
      )}
      <ConnectionList
        key={[action, target, person, from, to].join(' ')}
        query={AuditEventsQuery}
        variables={{
          target: target || null,
          action: chosen,
          actorEmail: person || null,
          changedAfter: startOfDay(from, 0, -1),
          changedBefore: startOfDay(to, 1, 0),
        }}
        context={changedBy}
        connectionOf={({ auditEvents }) => auditEvents}
      >
        {(nodes) => (
          <ul className="rows">
            {nodes.map((node) => (
              <li key={node.id}>
                <AuditEntry of={node} />
              </li>
            ))}
          </ul>
        )}
      </ConnectionList>
    </Stack>
  )
}

/** Of what is new, nothing was stored before. What can be active is so, or is not, from then on. */
function isCreation(action: AuditAction, changes: readonly Change[]): boolean {
  const isFirst = ({ path, from }: Change) => ['name', 'active'].includes(path.join('.')) && from === null
  return action === 'CONFIGURED' && changes.some(isFirst)
}

function AuditEntry({ of }: { of: FragmentType<typeof ShownAuditEvent> }) {
  const { at, actor, touchpoint, action, target, changes } = unmask(ShownAuditEvent, of)
  const { touchpointName } = useCodeNames()
  const where = touchpoint === null ? null : touchpointName(touchpoint)
  // The action says that it was a passkey, and its ID tells people nothing.
  const shown = changes.filter(({ path: [name] }) => name !== 'passkeys')
  return (
    <>
      <div>
        {`${isCreation(action, changes) ? 'Created' : actions[action]}: `}
        <Link href={`/audit-log?${new URLSearchParams({ target }).toString()}`} data-inline>
          <AuditTarget of={target} />
        </Link>
      </div>
      <div className="faint">
        {[actor?.firstname ?? 'Command line', where].filter(Boolean).join(', ')} · <Instant at={at} />
      </div>
      {shown.length > 0 && <ChangeList changes={shown} labels={labelsOfTarget(target)} typeCode={typeCodeOf(target)} />}
    </>
  )
}
