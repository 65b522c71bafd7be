import { active, key, text } from '../inputs/kinds'
import type { Section } from './section'

export const tags: Section<'tags'> = {
  part: 'tags',
  noun: 'tag',
  target: 'tag',
  path: '/tags',
  title: 'Tags',
  hint: 'Operators mark cases with tags, and find cases by tag.',
  examples: 'A case can have several tags, such as “Waiting for a part” or “Press”.',
  inputs: {
    code: key('Code', 'Programs send it. It cannot be changed later.'),
    label: text('Label', { hint: 'What people see. Cases that have the tag show the new label at once.' }),
    active: active('The tag can be added to cases. If it becomes inactive, cases that have it keep it.'),
  },
  nameOf: ({ label, code }) => label || code,
  describe: ({ code }) => code,
}
