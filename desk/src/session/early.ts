import { ViewerQuery } from './viewer-query'

// This is a script of its own, before that of the desk. What the desk needs first is requested while it is being loaded.

const graphqlPath = '/desk/graphql'
const session = fetch('/desk/session')
const viewer = session.then(requestViewer).catch(() => null)

/** Each response is used once. Afterwards it would be outdated. */
const unused: { session?: Promise<Response>; viewer?: Promise<Response | null> } = { session, viewer }

async function requestViewer(response: Response): Promise<Response | null> {
  const { session } = (await response.clone().json()) as { session: string | null }
  if (session === null) return null
  return fetch(graphqlPath, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/graphql-response+json',
      'Desk-Session': session,
    },
    body: JSON.stringify({ operationName: 'Viewer', query: ViewerQuery }),
  })
}

/** The response to the request for the session that was sent first. */
export function earlySession(): Promise<Response> | undefined {
  const { session } = unused
  delete unused.session
  return session
}

/** A `fetch` for the API client of a session. The first request for the viewer has been sent already. */
export async function fetchOrEarly(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { viewer } = unused
  const isViewer = viewer && String(init?.body).startsWith('{"operationName":"Viewer"')
  if (isViewer) delete unused.viewer
  return (isViewer ? await viewer : null) ?? fetch(input, init)
}
