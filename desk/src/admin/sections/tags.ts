import { active, key, text } from '../inputs/kinds'
import type { Section } from './section'

export const tags: Section<'tags'> = {
  part: 'tags',
  noun: 'tag',
  target: 'tag',
  path: '/tags',
  title: 'Tags',
  hint: 'Words that operators mark cases with, and find them by.',
  examples: 'A case can have several tags, such as “Waits for a part” or “Press”.',
  inputs: {
    code: key('Code', 'Programs send it. It cannot be changed later.'),
    label: text('Label', { hint: 'What people see. Cases that have the tag show the new label at once.' }),
    active: active('Cases can be given this tag. If it becomes inactive, cases that have it keep it.'),
  },
  nameOf: ({ label, code }) => label || code,
  describe: ({ code }) => code,
}
