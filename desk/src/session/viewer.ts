import { createContext, useContext } from 'react'
import type { ViewerQuery as ViewerData } from '../gql/graphql'

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
