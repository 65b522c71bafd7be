import { createContext, useContext } from 'react'
import { graphql } from '../gql'
import type { ViewerQuery as ViewerData } from '../gql/graphql'

export const ViewerQuery = graphql(`
  query Viewer {
    viewer {
      login
      firstname
      email
      touchpoint {
        code
        name
      }
      groups {
        name
      }
      typeCategories {
        ...TypeCategory
      }
    }
    statuses {
      name
      active
      closed
      default
    }
    caseEvents(after: "latest", first: 1) {
      endCursor
    }
  }
`)

type SignedIn = NonNullable<ViewerData['viewer']>

/** Who is signed in, and the statuses that cases can have. */
export interface Viewer extends SignedIn {
  statuses: NonNullable<ViewerData['statuses']>
}

export const ViewerContext = createContext<Viewer | null>(null)

/** Who is signed in. */
export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext)
  if (!viewer) throw new Error('No viewer is provided.')
  return viewer
}
