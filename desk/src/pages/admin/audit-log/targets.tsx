import type { ReactNode } from 'react'
import { groupKind } from '../people/groups-page'
import { labelsOf } from '../item/inputs'
import { personKind } from '../people/people-page'
import { sections } from '../sections/sections'
import { endpointInputs } from '../webhooks/endpoint-kind'
import { Name, useCodeNames } from '../configuration/names'

/** What targets are, by what they begin with. */
const kinds = new Map<string, { noun: string; labels?: Record<string, string> }>([
  ...[...sections, groupKind, personKind].map(
    ({ noun, target = noun, inputs }) => [target, { noun: capitalized(noun), labels: labelsOf(inputs) }] as const,
  ),
  ['endpoint', { noun: 'Webhook endpoint', labels: labelsOf(endpointInputs) }],
  ['session', { noun: 'Session' }],
  ['sessions', { noun: 'All sessions' }],
  ['import', { noun: 'Import of a file' }],
  ['archive', { noun: 'Archive' }],
])

function capitalized(text: string): string {
  return text.replace(/^./, (first) => first.toUpperCase())
}

/** The parts of a target such as `status:Open`. A name can contain the character between them. */
function partsOf(target: string): [kind: string, key: string] {
  const [kind = '', ...key] = target.split(':')
  return [kind, key.join(':')]
}

/** The labels of the members of a target. */
export function labelsOfTarget(target: string): Record<string, string> {
  return kinds.get(partsOf(target)[0])?.labels ?? {}
}

export function typeCodeOf(target: string): string | undefined {
  const [kind, key] = partsOf(target)
  return kind === 'type' ? key : undefined
}

/** What an audit event is about: what it is, and its name. */
export function AuditTarget({ of }: { of: string }): ReactNode {
  const [kind, key] = partsOf(of)
  const noun = kinds.get(kind)?.noun ?? kind
  if (kind === 'person' || kind === 'group' || kind === 'endpoint') return <Name id={of} noun={noun} />
  return (
    <>
      {noun} <TargetName kind={kind} name={key} />
    </>
  )
}

function TargetName({ kind, name }: { kind: string; name: string }): ReactNode {
  const { typeName, categoryName, touchpointName, joinedName } = useCodeNames()
  switch (kind) {
    case 'type':
      return <Coded name={typeName(name)} code={name} />
    case 'category':
      return <Coded name={categoryName(name)} code={name} />
    case 'touchpoint':
      return <Coded name={touchpointName(name)} code={name} />
    case 'typeCategory':
      return joinedName(name)
    // Its ID says nothing to people.
    case 'session':
      return null
    default:
      return name
  }
}

/** A name, whose code appears when pointed at: programs use it, and names can be the same. */
function Coded({ name, code }: { name: string; code: string }) {
  return <span title={`Code: ${code}`}>{name}</span>
}
