import { z } from 'zod'
import { storedLinkKinds } from '../../cases/case.entity.ts'
import { dateTime } from './date-time.ts'

export const caseId = z.int().min(1, 'must be an integer from 1 to 9007199254740991')

/** The links and the merge of a case in a file. A file may have a link with one of its cases, or with both. */
export const linkMembers = {
  links: z
    .array(
      z.strictObject({
        caseId: caseId.describe('The ID of the other case.'),
        kind: z.enum(storedLinkKinds).describe('How the other case relates to this one.'),
        createdAt: dateTime.nullish().describe('When the link was created. By default, the time of the import.'),
      }),
    )
    .max(100, 'must have at most 100 items')
    .nullish()
    .describe('The links to other cases, at most 100. Links to cases that do not exist are skipped.'),
  merge: z
    .strictObject({
      intoCaseId: caseId.describe(
        'The ID of the case that this one was merged into. That case must not be merged itself.',
      ),
      directCaseId: caseId
        .nullish()
        .describe(
          'The ID of the case that it was first merged into, if that case was merged later. By default, `intoCaseId`.',
        ),
      mergedAt: dateTime.nullish().describe('When the case was merged. By default, the time of the import.'),
    })
    .nullish()
    .describe('The merge of the case into another one.'),
}
