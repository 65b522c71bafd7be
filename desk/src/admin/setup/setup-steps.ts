import { useQuery } from 'urql'
import { changedBy, useConfiguration } from '../configuration'
import { graphql } from '../gql'

const SetupQuery = graphql(`
  query Setup {
    groups(first: 100) {
      nodes {
        active
      }
    }
    persons(first: 100, login: OPERATOR) {
      nodes {
        active
        typeCodes
        groups {
          name
        }
      }
    }
  }
`)

export interface SetupStep {
  title: string
  /** What it is for. */
  hint: string
  path: string
  isDone: boolean
}

/** What has to be there before the first case can be created, in the order that works. Undefined until it is known. */
export function useSetupSteps(): SetupStep[] | undefined {
  const configuration = useConfiguration()
  const [{ data }] = useQuery({ query: SetupQuery, context: changedBy })
  if (!configuration || !data) return undefined
  const { categories, types, typeCategories, statuses, resolutions, touchpoints } = configuration
  const isActive = ({ active }: { active: boolean | null }) => active === true
  const isActiveDefault = (item: { active: boolean; default: boolean }) => item.active && item.default
  const operators = data.persons?.nodes ?? []
  return [
    {
      title: 'Categories',
      hint: 'The subject areas of cases, such as “Billing and payments”.',
      path: '/categories',
      isDone: categories.some(({ active, system }) => active && !system),
    },
    {
      title: 'Types',
      hint: 'The kinds of requests, such as “Refund”, and what people are asked for.',
      path: '/types',
      isDone: types.some(isActive),
    },
    {
      title: 'Groups',
      hint: 'The teams that work on cases, each with its types.',
      path: '/groups',
      isDone: (data.groups?.nodes ?? []).some(isActive),
    },
    {
      title: 'Type categories',
      hint: 'Which types are offered in which categories, and which group gets the cases.',
      path: '/type-categories',
      isDone: typeCategories.some(isActive),
    },
    {
      title: 'Statuses',
      hint: 'The states of a case, such as “New”, “Open” and “Closed”. One must be the default.',
      path: '/statuses',
      isDone: statuses.some(isActiveDefault),
    },
    {
      title: 'Resolutions',
      hint: 'The outcomes of a case, such as “Unresolved” and “Fixed”. One must be the default.',
      path: '/resolutions',
      isDone: resolutions.some(isActiveDefault),
    },
    {
      title: 'People',
      hint: 'At least one operator, with types or in a group.',
      path: '/people',
      isDone: operators.some((each) => isActive(each) && Boolean(each.typeCodes?.length || each.groups?.length)),
    },
    {
      title: 'Touchpoints',
      hint: 'The website, app or desk through which cases are created, with its type categories.',
      path: '/touchpoints',
      isDone: touchpoints.some(({ allTypeCategories, grants }) => allTypeCategories || grants.length > 0),
    },
  ]
}
