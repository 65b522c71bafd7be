import { casePriorities } from '../cases/case.entity.ts'
import { changed, changedValues, initialValues, isComplete, type SettableValues } from '../cases/values/case-values.ts'
import { isInternal } from '../cases/change/recorded-event.ts'
import demoData from './demo-data.json' with { type: 'json' }
import storyData from './demo-data-cases.json' with { type: 'json' }

type Assignment = { assignee?: string | null; group?: string | null }

/** What somebody did. People are named by the part of their address before the `@`. */
interface Step {
  /** How long before the import. */
  hoursAgo: number
  by: string
  /** A public comment. */
  says?: string
  /** An internal comment. */
  notes?: string
  sets?: Partial<Pick<SettableValues, 'status' | 'resolution'>> & Assignment
}

/** What happened to a case. The first step creates it, and is by the party unless there is none. */
interface Story extends Pick<SettableValues, 'typeCode' | 'categoryCode' | 'subject'> {
  id: number
  party?: null
  priority?: string
  tags?: string[]
  links?: { caseId: number; kind: string }[]
  caseData?: SettableValues['caseData']
  events: readonly Step[]
}

const addressOf = (name: string) => `${name}@example.com`
const operators = new Set([...demoData.operators, ...storyData.operators].map(({ email }) => email))

/** The status that a public comment of a party moves a case to, by the status that it has. */
const nextStatus = new Map(demoData.statuses.map(({ name, afterPartyComment }) => [name, afterPartyComment]))

/** The catalogue, the people and the cases of the demonstration as import files. The times of the cases are relative to now. */
export function demoFiles(now: number) {
  const { titles, stories, slaPolicyOf, ...others } = storyData
  const policies = new Map(Object.entries(slaPolicyOf))
  const subjects = new Map(titles.map(({ id, ...title }) => [id, title]))
  const timeOf = (hoursAgo: number) => new Date(now - hoursAgo * 3_600_000).toISOString()
  const { cases, ...configuration } = demoData
  return [
    configuration,
    {
      ...others,
      typeCategories: configuration.typeCategories.flatMap((each) => {
        const slaPolicyCode = policies.get(`${each.typeCode}/${each.categoryCode}`)
        return slaPolicyCode === undefined ? [] : [{ ...each, slaPolicyCode }]
      }),
    },
    {
      cases: [
        ...cases.map((item) => {
          const { subject, hoursAgo } = subjects.get(item.id)!
          return { ...item, subject, createdAt: timeOf(hoursAgo) }
        }),
        ...stories.map((story) => importedCase(story, timeOf)),
      ],
    },
  ]
}

/** The story as a case with its history. */
function importedCase({ id, party, events, priority, links, ...sent }: Story, timeOf: (hoursAgo: number) => string) {
  const known = casePriorities.find((each) => each === priority)
  const created = initialValues({ status: 'New', resolution: 'Unresolved', priority: known, ...sent })
  if (!isComplete(created)) throw new Error(`The demonstration case ${id} lacks a value.`)
  let values: SettableValues = { ...created, caseData: sent.caseData ?? {} }
  let assignment: Required<Assignment> = { assignee: null, group: null }
  const comments: object[] = []
  const history = events.map(({ hoursAgo, by, says, notes, sets = {} }, index) => {
    const { assignee, group, ...set } = sets
    const isByParty = !operators.has(addressOf(by))
    const moved = isByParty && says !== undefined && index > 0 ? nextStatus.get(values.status) : undefined
    const after = { ...values, ...(moved && { status: moved }), ...set }
    const isAssigned = assignee !== undefined || group !== undefined
    const assigned = isAssigned ? { assignee: assignee ? addressOf(assignee) : null, group: group ?? null } : assignment
    const changes = [
      ...changedValues(index === 0 ? null : values, after),
      ...changed(['assignee'], assignment.assignee, assigned.assignee),
      ...changed(['group'], assignment.group, assigned.group),
    ]
    values = after
    assignment = assigned
    const version = index + 1
    const texts = [says, notes].filter((text) => text !== undefined)
    const added = texts.map((text, place) => ({ text, version, position: place + 1, internal: text === notes }))
    comments.push(...added)
    return {
      version,
      kind: index === 0 ? 'CREATED' : isAssigned ? 'ASSIGNED' : changes.length > 0 && !moved ? 'UPDATED' : 'COMMENTED',
      at: timeOf(hoursAgo),
      actorEmail: addressOf(by),
      touchpointCode: isByParty ? 'web' : 'desk',
      internal: isInternal(changes, added),
      changes,
    }
  })
  return {
    id,
    ...values,
    ...(links && { links }),
    partyEmail: party === null ? null : history[0]!.actorEmail,
    assigneeEmail: assignment.assignee,
    groupName: assignment.group,
    version: history.length,
    createdAt: history[0]!.at,
    updatedAt: history.at(-1)!.at,
    comments,
    history,
  }
}
