import { z } from 'zod'
import { storedLinkKinds } from '../../cases/case-link.entity.ts'
import { dateTime } from './date-time.ts'

const id = z.int().min(1, 'must be an integer from 1 to 9007199254740991')

/** The links of a case in a file. Each link may be in the file once or twice, for one or both of its cases. */
export const linkMembers = {
  links: z
    .array(
      z.strictObject({
        caseId: id.describe('The ID of the other case.'),
        kind: z.enum(storedLinkKinds).describe('What the other case is to this one.'),
        createdAt: dateTime.nullish().describe('When the link was made. By default, the time of the import.'),
      }),
    )
    .max(100, 'must have at most 100 items')
    .nullish()
    .describe('The links to other cases, at most 100. Those to cases that do not exist are left out.'),
  merge: z
    .strictObject({
      intoCaseId: id.describe('The ID of the case that continues this one. It must not be merged itself.'),
      directCaseId: id
        .nullish()
        .describe(
          'The ID of the case that it was merged into, if that one was merged in turn. By default, `intoCaseId`.',
        ),
      mergedAt: dateTime.nullish().describe('When that was. By default, the time of the import.'),
    })
    .nullish()
    .describe('How the case was merged into another one.'),
}
