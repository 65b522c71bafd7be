import { z } from 'zod'
import { caseEventKinds } from '../cases/case.entity.ts'
import { loginKinds } from '../people/people.entity.ts'
import { commentMembers, maximumPosition, version } from './case-format.ts'
import { changesComment, checkChange } from './check-change.ts'
import { dateTime, flag, listOf, optionalKey, storedText } from './value-formats.ts'

/** A value before or after a change. Null and absent mean that there was none. */
const changedValue = z.union([storedText, z.number(), z.boolean()], {
  error: 'must be a string, a number or a boolean',
})

export const event = z
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
        path: z.array(storedText).min(1, { error: 'must have at least one item', abort: true }),
        from: changedValue.nullish(),
        to: changedValue.nullish(),
      }),
    ),
  })
  .superRefine(({ kind, actorEmail, touchpointCode, changes }, context) => {
    const addIssue = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message })
    for (const [member, value] of Object.entries({ actorEmail, touchpointCode })) {
      if (kind !== 'IMPORTED' && value == null) addIssue([member], 'is required unless kind is IMPORTED')
    }
    for (const [index, change] of (changes ?? []).entries()) {
      checkChange(kind, change, (path, message) => addIssue(['changes', index, ...path], message))
    }
    if (changesComment(kind) && (changes?.length !== 1 || changes[0]?.path[0] !== 'comments')) {
      addIssue(['changes'], `must have one item, that of the comment, because kind is ${kind}`)
    }
  })

export const commentOfHistory = z.strictObject({
  ...commentMembers,
  /** Absent if the event of the comment's version has an actor, who is the author. */
  authorEmail: optionalKey,
  version,
  position: z.int().min(1, 'must be at least 1').max(maximumPosition, `must be at most ${maximumPosition}`),
  editedVersion: version.nullish(),
  removedVersion: version.nullish(),
})

export type ImportedEvent = z.infer<typeof event>
export type CommentOfHistory = z.infer<typeof commentOfHistory>
