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
  return (
    <>
      {nouns.get(kind) ?? kind} <TargetName of={of} kind={kind} name={key} />
    </>
  )
}

function TargetName({ of, kind, name }: { of: string; kind: string; name: string }): ReactNode {
  const { typeName, categoryName, touchpointName, joinedName } = useCodeNames()
  switch (kind) {
    case 'person':
    case 'group':
    case 'endpoint':
      return <Name id={of} />
    case 'type':
      return typeName(name)
    case 'category':
      return categoryName(name)
    case 'touchpoint':
      return touchpointName(name)
    case 'typeCategory':
      return joinedName(name)
    // Its ID says nothing to people.
    case 'session':
      return null
    default:
      return name
  }
}
