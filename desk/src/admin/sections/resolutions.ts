import { active, defaultCheck, key, settableBy } from '../inputs/kinds'
import type { Section } from './section'

export const resolutions: Section<'resolutions'> = {
  part: 'resolutions',
  noun: 'resolution',
  target: 'resolution',
  path: '/resolutions',
  title: 'Resolutions',
  hint: 'The outcomes of a case. New cases get the default resolution.',
  examples:
    'Begin with the resolution of new cases, such as “Unresolved”. Others say how a case ended, such as “Fixed”.',
  inputs: {
    name: key('Name', 'It cannot be changed later.'),
    active: active('Cases can be given this resolution. If it becomes inactive, cases that have it keep it.'),
    default: defaultCheck,
    settableBy: settableBy('If only operators can, customers are not offered it.'),
  },
}
