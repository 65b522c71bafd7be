import type { ReactNode } from 'react'
import { categories } from '../categories/categories'
import { groupKind } from '../groups/group-page'
import { personKind } from '../people/person-form'
import { resolutions } from '../resolutions/resolutions'
import { statuses } from '../statuses/statuses'
import { touchpoints } from '../touchpoints/touchpoints'
import { typeCategories } from '../type-categories/type-categories'
import { types } from '../types/types'
import { labels as endpointLabels } from '../webhooks/endpoints'
import { Name, useCodeNames } from '../words/names'

const kinds = [categories, types, typeCategories, statuses, resolutions, touchpoints, groupKind, personKind]
const labelsByKind = new Map<string, Record<string, string>>([
  ...kinds.map(({ target, labels }) => [target, labels] as const),
  ['endpoint', endpointLabels],
])
const nouns = new Map<string, string>([
  ...kinds.map(({ target, noun }) => [target, noun.replace(/^./, (first) => first.toUpperCase())] as const),
  ['endpoint', 'Webhook endpoint'],
  ['session', 'Session'],
  ['sessions', 'All sessions'],
  ['import', 'Import of a file'],
  ['archive', 'Archive'],
])

/** The parts of a target such as `status:Open`. A name can contain the character between them. */
function partsOf(target: string): [kind: string, key: string] {
  const [kind = '', ...key] = target.split(':')
  return [kind, key.join(':')]
}

/** The labels of the members of a target. */
export function labelsOf(target: string): Record<string, string> {
  return labelsByKind.get(partsOf(target)[0]) ?? {}
}

export function typeCodeOf(target: string): string | undefined {
  const [kind, key] = partsOf(target)
  return kind === types.target ? key : undefined
}

/** What an audit event is about: what it is, and its name. */
export function Target({ of }: { of: string }): ReactNode {
  const [kind, key] = partsOf(of)
  const noun = nouns.get(kind) ?? kind
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
