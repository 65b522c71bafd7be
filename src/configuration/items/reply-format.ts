import { z } from 'zod'
import { typeCategoryKey } from '../../catalogue/catalogue.ts'
import type { TypeCategoryCodes } from '../../catalogue/catalogue.entity.ts'
import { commentTextProblem } from '../../cases/values/comment.rules.ts'
import { placeholderProblem } from '../../cases/values/placeholders.rules.ts'
import { checkedText, typeCategory } from './field-format.ts'

/** The codes of a type category. */
export const typeCategoryCodes = z.strictObject(typeCategory)

/** A text that can be added as a comment, with known placeholders only. */
export const replyText = checkedText((text) => commentTextProblem(text.trim()) ?? placeholderProblem(text))

/** Sorts the list and the members of its items, so that the same list is always stored in the same way. */
export function toTypeCategories(sent: readonly TypeCategoryCodes[]): TypeCategoryCodes[] {
  return sent
    .map(({ typeCode, categoryCode }) => ({ typeCode, categoryCode }))
    .toSorted((a, b) => (typeCategoryKey(a) < typeCategoryKey(b) ? -1 : 1))
}
