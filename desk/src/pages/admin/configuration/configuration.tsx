import type { ReactNode } from 'react'
import { useQuery } from 'urql'
import { graphql } from '../gql'
import type { ConfigurationQuery as Data } from '../gql/graphql'
import { useLoaded } from '../../../cases/live/use-loaded'

const ConfigurationQuery = graphql(`
  query Configuration {
    configuration {
      categories {
        code
        name
        active
        system
        version
      }
      types {
        code
        name
        active
        fields {
          name
          label
          kind
          minimum
          maximum
          scale
          maximumLength
          required
          settableBy
          choices {
            value
            label
            active
          }
        }
        version
      }
      typeCategories {
        caseType {
          code
          name
        }
        category {
          code
          name
        }
        active
        appVisible
        defaultAnswer
        group {
          name
        }
        slaPolicyCode
        version
      }
      statuses {
        name
        active
        closed
        default
        settableBy
        transitions
        afterPartyComment
        pausesSla
        version
      }
      resolutions {
        name
        active
        default
        settableBy
        version
      }
      calendars {
        code
        name
        timeZone
        hours {
          day
          from
          to
        }
        holidays
        active
        version
      }
      slaPolicies {
        code
        name
        calendarCode
        goals {
          priority
          firstReply
          nextReply
          resolution
        }
        active
        version
      }
      tags {
        code
        label
        active
        version
      }
      replies {
        code
        label
        text
        typeCategories {
          typeCode
          categoryCode
        }
        active
        version
      }
      touchpoints {
        code
        name
        allTypeCategories
        grants {
          typeCode
          categoryCode
          modifyCases
        }
        logins
        registers
        secrets {
          id
          createdAt
          lastUsedAt
        }
        version
      }
    }
  }
`)

export type Configuration = Omit<NonNullable<Data['configuration']>, '__typename'>

/** Results with these types make what was loaded outdated. */
export const changedBy = {
  additionalTypenames: ['ConfigurationChange', 'TouchpointSecret', 'RevokeTouchpointSecretPayload'],
}

/** The configuration as it was last loaded. Undefined until it is. */
export function useConfiguration(): Configuration | undefined {
  const [{ data }] = useQuery({ query: ConfigurationQuery, context: changedBy })
  return data?.configuration ?? undefined
}

interface Properties {
  children: (configuration: Configuration, reload: () => void) => ReactNode
}

/** Shows something about the configuration after it was loaded. Loads it again when the window gets the focus. */
export function WithConfiguration({ children }: Properties) {
  const query = { query: ConfigurationQuery, requestPolicy: 'cache-and-network', context: changedBy } as const
  const { data, reload, waiting } = useLoaded(query)
  return data?.configuration ? children(data.configuration, reload) : waiting
}
