import { builder, describedEnum } from '../../graphql/schema/builder.ts'
import { CaseObject } from '../case.graphql.ts'
import {
  goalDescriptions,
  type ShownDeadline,
  shownDeadlines,
  shownDueAt,
  stateDescriptions,
} from './shown-deadlines.ts'

const SlaGoalKindEnum = describedEnum('SlaGoalKind', 'What a goal of a case is for.', goalDescriptions)
const SlaStateEnum = describedEnum('SlaState', 'The state of a goal of a case.', stateDescriptions)

const SlaDeadlineObject = builder.objectRef<ShownDeadline>('SlaDeadline').implement({
  description: 'A goal of a case, and when it is due.',
  fields: (t) => ({
    goal: t.expose('goal', { type: SlaGoalKindEnum, description: 'What the goal is for.' }),
    state: t.expose('state', { type: SlaStateEnum, description: 'The state now.' }),
    minutes: t.exposeInt('minutes', { description: 'The goal in minutes of working time.' }),
    dueAt: t.expose('dueAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the working time is used up. Null while the time stands still.',
    }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the goal was met or missed for good. Null before.',
    }),
  }),
})

builder.objectFields(CaseObject, (t) => ({
  dueAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'The earliest deadline that runs. Null if none does, for a party, and in a past state.',
    resolve: (row, _args, { viewer }) => shownDueAt(viewer, row),
  }),
  deadlines: t.field({
    type: [SlaDeadlineObject],
    description:
      'The goals of the case that run, stand still or have ended. Empty without a policy, for a party, and in a past state.',
    extensions: { items: 2 },
    resolve: (row, _args, { viewer, services }) => shownDeadlines(viewer, row, services.serviceLevels.now()),
  }),
}))
