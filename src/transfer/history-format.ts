import { z } from 'zod'
import { caseEventKinds } from '../cases/case.entity.ts'
import { loginKinds } from '../people/people.entity.ts'
import { caseMembers, checkCase, commentMembers, maximumPosition, version } from './case-format.ts'
import { dateTime, flag, listOf, optionalKey, storedText } from './value-formats.ts'

/** A value before or after a change. Null and absent mean that there was none. */
const changedValue = z.union([storedText, z.number(), z.boolean()], {
  error: 'must be a string, a number or a boolean',
})

const event = z
  .strictObject({
    version,
    kind: z.enum(caseEventKinds),
    at: dateTime,
    actorEmail: optionalKey,
    /** Selects the actor if persons of different kinds share the email address. */
    actorLogin: z.enum(loginKinds).nullish(),
    touchpointCode: optionalKey,
    internal: flag,
    changes: listOf(
      z.strictObject({
        path: z.array(storedText).min(1, 'must have at least one item'),
        from: changedValue.nullish(),
        to: changedValue.nullish(),
      }),
    ),
  })
  .superRefine(({ kind, actorEmail, touchpointCode }, context) => {
    for (const [member, value] of Object.entries({ actorEmail, touchpointCode })) {
      if (kind === 'IMPORTED' || value != null) continue
      context.addIssue({ code: 'custom', path: [member], message: 'is required unless kind is IMPORTED' })
    }
  })

const comment = z.strictObject({
  ...commentMembers,
  /** Absent if the event of the comment's version has an actor, who is the author. */
  authorEmail: optionalKey,
  version,
  position: z.int().min(1, 'must be at least 1').max(maximumPosition, `must be at most ${maximumPosition}`),
  editedVersion: version.nullish(),
  removedVersion: version.nullish(),
})

/** A case with all of its events, and all of its comments, including removed ones. */
export const caseWithHistory = z
  .strictObject({
    ...caseMembers,
    comments: listOf(comment),
    history: z.array(event).min(1, 'must have at least one item'),
  })
  .superRefine((item, context) => {
    checkCase(item, context)
    checkHistory(item, context)
  })

export type ImportedEvent = z.infer<typeof event>
type CaseWithHistory = z.infer<typeof caseWithHistory>

function checkHistory({ history, comments, ...item }: CaseWithHistory, context: z.RefinementCtx): void {
  const addIssue = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message })
  const first = history[0]
  const last = history.at(-1)
  if (!first || !last) return
  for (const [index, { version }] of history.entries()) {
    const expected = first.version + index
    if (version !== expected) addIssue(['history', index, 'version'], `must be ${expected}, so that none is missing`)
  }
  if ((item.version ?? 1) !== last.version) {
    addIssue(['version'], `must be ${last.version}, the version of the last item of history`)
  }
  if (item.updatedAt != null && Date.parse(item.updatedAt) !== Date.parse(last.at)) {
    addIssue(['updatedAt'], `must be ${last.at}, the time of the last item of history`)
  }
  const keys = new Set<string>()
  for (const [index, each] of (comments ?? []).entries()) {
    const { version, position, editedVersion, removedVersion } = each
    const path = (member: string) => ['comments', index, member]
    const key = `${version}:${position}`
    if (keys.has(key)) addIssue(path('position'), `must not repeat the position of a comment of version ${version}`)
    keys.add(key)
    const added = history[version - first.version]
    if (!added) addIssue(path('version'), 'must be the version of an item of history')
    else if (added.actorEmail == null && each.authorEmail == null) addIssue(path('authorEmail'), 'is required')
    for (const [member, value] of Object.entries(each.authorEmail == null ? ownMembers(each) : {})) {
      if (value != null) addIssue(path(member), 'is allowed only together with authorEmail')
    }
    if (added?.actorEmail != null && each.authorEmail != null) {
      addIssue(path('authorEmail'), 'must be absent, because the author is the actor of the event')
    }
    for (const [member, value] of Object.entries({ editedVersion, removedVersion })) {
      if (value == null || (value > version && value <= last.version)) continue
      addIssue(path(member), 'must be the version of a later item of history')
    }
  }
}

function ownMembers({ authorLogin, createdAt, touchpointCode }: NonNullable<CaseWithHistory['comments']>[number]) {
  return { authorLogin, createdAt, touchpointCode }
}
