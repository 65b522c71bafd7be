import { active, check, checkList, defaultCheck, key, optionalSelect, settableBy } from '../inputs/kinds'
import { namedOptions } from '../inputs/options'
import type { Section } from './section'

export const statuses: Section<'statuses'> = {
  part: 'statuses',
  noun: 'status',
  target: 'status',
  path: '/statuses',
  title: 'Statuses',
  hint: 'The states of a case. New cases get the default status.',
  examples: 'Begin with the status of new cases, such as “New”, and a status that counts as closed, such as “Closed”.',
  inputs: {
    name: key('Name', 'It cannot be changed later.'),
    active: active('Cases can be given this status. If it becomes inactive, cases that have it keep it.'),
    closed: check('Counts as closed', { badge: (value) => value && 'Closed' }),
    pausesSla: check('Pauses the resolution', {
      hint: 'The time for the resolution stands still while a case has the status.',
      badge: (value) => value && 'Pauses the resolution',
    }),
    default: defaultCheck,
    settableBy: settableBy('If only operators can, customers are not offered it.'),
    transitions: checkList(
      'Next statuses',
      ({ statuses }, values) =>
        namedOptions(statuses.filter(({ name, active }) => active && name !== values['name']).map(({ name }) => name)),
      { hint: 'Cases with this status can only be changed to these. If none is selected, any status may follow.' },
    ),
    afterPartyComment: optionalSelect(
      'When the customer writes',
      'The status stays',
      ({ statuses }, values) =>
        namedOptions(statuses.filter(({ name }) => name !== values['name']).map(({ name }) => name)),
      { hint: 'A message of the customer moves a case to this status, if it is active and may follow.' },
    ),
  },
  describe: ({ transitions }) => `Next: ${transitions.length > 0 ? transitions.join(', ') : 'any status'}`,
}
