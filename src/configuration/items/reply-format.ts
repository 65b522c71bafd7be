import { z } from 'zod'
import { typeCategoryKey } from '../../catalogue/catalogue.ts'
import type { TypeCategoryCodes } from '../../catalogue/catalogue.entity.ts'
import { commentTextProblem } from '../../cases/values/comment.rules.ts'
import { placeholderProblem } from '../../cases/values/placeholders.rules.ts'
import { typeCategory } from './field-format.ts'

/** A type category for which something is offered. */
export const typeCategoryCodes = z.strictObject(typeCategory)

/** A text that can be added as a comment, with known placeholders only. */
export const replyText = z.string().superRefine((text, context) => {
  const message = commentTextProblem(text.trim()) ?? placeholderProblem(text)
  if (message !== null) context.addIssue({ code: 'custom', message })
})

/** By code, with their members in one order, so that equal lists are stored as equal. */
export function toTypeCategories(sent: readonly TypeCategoryCodes[]): TypeCategoryCodes[] {
  return sent
    .map(({ typeCode, categoryCode }) => ({ typeCode, categoryCode }))
    .toSorted((a, b) => (typeCategoryKey(a) < typeCategoryKey(b) ? -1 : 1))
}
