import { active, check, key, text } from '../inputs/kinds'
import type { Section } from './section'

export const categories: Section<'categories'> = {
  part: 'categories',
  noun: 'category',
  target: 'category',
  path: '/categories',
  title: 'Categories',
  hint: 'The subject areas of cases.',
  examples: 'Each case is in a category, such as “Billing and payments” or “Network”.',
  inputs: {
    code: key('Code', 'Programs use it. It cannot be changed later.'),
    name: text('Name'),
    active: active('Cases can be created in it and moved to it.'),
    system: check('System category', {
      hint: 'Its cases cannot be changed.',
      badge: (value) => value && 'System',
    }),
  },
  describe: ({ code }) => code,
}
