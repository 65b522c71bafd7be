import { type Configuration, useConfiguration } from '../configuration/configuration'
import { useGroups } from '../people/group-names'
import { useOperators } from '../people/persons'

interface Teams {
  groups: NonNullable<ReturnType<typeof useGroups>>
  operators: NonNullable<ReturnType<typeof useOperators>>
}

interface Step {
  title: string
  /** What it is for. */
  hint: string
  path: string
  isDone: (configuration: Configuration, teams: Teams) => boolean
}

/** What has to be there before the first case can be created, in the order that works. */
const steps: Step[] = [
  {
    title: 'Categories',
    hint: 'The subject areas of cases, such as “Billing and payments”.',
    path: '/categories',
    isDone: ({ categories }) => categories.some(({ active, system }) => active && !system),
  },
  {
    title: 'Types',
    hint: 'The kinds of requests, such as “Refund”, and what people are asked for.',
    path: '/types',
    isDone: ({ types }) => types.some(isActive),
  },
  {
    title: 'Groups',
    hint: 'The teams that work on cases, each with its types.',
    path: '/groups',
    isDone: (_, { groups }) => groups.some(isActive),
  },
  {
    title: 'Type categories',
    hint: 'Which types are offered in which categories, and which group gets the cases.',
    path: '/type-categories',
    isDone: ({ typeCategories }) => typeCategories.some(isActive),
  },
  {
    title: 'Statuses',
    hint: 'The states of a case, such as “New”, “Open” and “Closed”. One must be the default.',
    path: '/statuses',
    isDone: ({ statuses }) => statuses.some(isActiveDefault),
  },
  {
    title: 'Resolutions',
    hint: 'The outcomes of a case, such as “Unresolved” and “Fixed”. One must be the default.',
    path: '/resolutions',
    isDone: ({ resolutions }) => resolutions.some(isActiveDefault),
  },
  {
    title: 'People',
    hint: 'At least one operator, with types or in a group.',
    path: '/people',
    isDone: (_, { operators }) =>
      operators.some((each) => isActive(each) && Boolean(each.typeCodes?.length || each.groups?.length)),
  },
  {
    title: 'Touchpoints',
    hint: 'The website, app or desk through which cases are created, with its type categories.',
    path: '/touchpoints',
    isDone: ({ touchpoints }) =>
      touchpoints.some(({ allTypeCategories, grants }) => allTypeCategories || grants.length > 0),
  },
]

function isActive({ active }: { active: boolean | null }): boolean {
  return active === true
}

function isActiveDefault(item: { active: boolean; default: boolean }): boolean {
  return item.active && item.default
}

/** The steps, the number of those that are done, and the next one. Undefined until it is known. */
export function useSetup() {
  const configuration = useConfiguration()
  const groups = useGroups('')
  const operators = useOperators()
  if (!configuration || !groups || !operators) return undefined
  const known = steps.map((step) => ({ ...step, isDone: step.isDone(configuration, { groups, operators }) }))
  const done = known.filter(({ isDone }) => isDone).length
  return { steps: known, next: known.find(({ isDone }) => !isDone), doneText: `${done} of ${steps.length}` }
}

export type Setup = NonNullable<ReturnType<typeof useSetup>>
