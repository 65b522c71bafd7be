import { active, key, optionalSelect, text } from '../inputs/kinds'
import { codeOptions } from '../inputs/options'
import { GoalsField } from '../service-levels/goals-field'
import { goalsFrom, type GoalsOfPriority, problemsOfGoals, rowsOf } from '../service-levels/goals'
import type { Section } from './section'

export const slaPolicies: Section<'slaPolicies'> = {
  part: 'slaPolicies',
  noun: 'service level policy',
  target: 'slaPolicy',
  path: '/service-levels',
  title: 'Service levels',
  hint: 'How fast cases are answered and resolved. A type category names the policy of its cases.',
  examples: 'A policy has goals, such as a first reply within 4 hours of working time.',
  inputs: {
    code: key('Code', 'Type categories name it. It cannot be changed later.'),
    name: text('Name'),
    calendarCode: optionalSelect('Calendar', 'Every hour counts', ({ calendars }) => codeOptions(calendars)),
    goals: {
      label: 'Goals',
      hint: 'In working time, such as 4 h, 30 min or 1 h 30 min.',
      initial: rowsOf([]),
      read: ({ goals }) => rowsOf(goals),
      send: (rows) => goalsFrom(rows as readonly GoalsOfPriority[]),
      check: (rows, path) => problemsOfGoals(rows as readonly GoalsOfPriority[], path),
      Field: GoalsField,
    },
    active: active('Type categories can name it.'),
  },
  describe: ({ code, calendarCode }) => [code, calendarCode ?? 'every hour counts'].join(' · '),
}
