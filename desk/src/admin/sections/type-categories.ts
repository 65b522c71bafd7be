import { check, active, longText, optionalSelect, select } from '../inputs/kinds'
import { codeOptions } from '../inputs/options'
import { groupOfNewCases } from '../groups/group-names'
import type { Section } from './section'

export const typeCategories: Section<'typeCategories'> = {
  part: 'typeCategories',
  noun: 'type category',
  target: 'typeCategory',
  path: '/type-categories',
  title: 'Type categories',
  hint: 'Which types are offered in which categories, and which group gets new cases.',
  examples:
    'They connect types and categories, such as “Refund in Billing and payments”. New cases can only have these.',
  inputs: {
    typeCode: select('Type', 'Choose', ({ types }) => codeOptions(types), {
      isKey: true,
      read: ({ caseType }) => caseType.code,
    }),
    categoryCode: select('Category', 'Choose', ({ categories }) => codeOptions(categories), {
      isKey: true,
      read: ({ category }) => category.code,
    }),
    active: active('Cases can be created with it and changed to it.'),
    appVisible: check('Visible in apps', {
      hint: 'Included when an app asks only for what is visible in apps.',
      badge: (value) => value && 'Visible in apps',
    }),
    groupName: groupOfNewCases,
    slaPolicyCode: optionalSelect('Service levels', 'None', ({ slaPolicies }) => codeOptions(slaPolicies)),
    defaultAnswer: longText('Default answer', { hint: 'What customers read before they create a case.' }),
  },
  nameOf: ({ typeCode, categoryCode }, { typeCategoryName }) => typeCategoryName(typeCode, categoryCode),
  describe: ({ group }) => (group ? `New cases go to ${group.name}` : 'New cases are not assigned'),
}
