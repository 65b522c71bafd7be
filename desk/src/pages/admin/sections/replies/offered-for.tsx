import type { Configuration } from '../../configuration/configuration'
import { type TypeCategoryCodes, TypeCategoryList } from '../../inputs/type-category-list'
import type { Input } from '../../item/inputs'

/** The type categories whose cases a reply is offered for. */
export const offeredFor: Input<readonly TypeCategoryCodes[], Configuration['replies'][number]> = {
  label: 'Type categories',
  hint: 'The reply is offered for cases of these type categories. Without any, it is offered for all cases.',
  initial: [],
  read: ({ typeCategories }) => typeCategories.map(({ typeCode, categoryCode }) => ({ typeCode, categoryCode })),
  Field: (properties) => <TypeCategoryList {...properties} entryOf={(codes) => codes} />,
}
