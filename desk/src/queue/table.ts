import { refreshSession } from '../session/current-session'
import type { CaseFilter, CaseOrder } from '../gql/graphql'

/** The path of a list as a table, with its filter and order as parameters. */
export function tablePath({ filter, orderBy }: { filter: CaseFilter; orderBy: CaseOrder }): string {
  const parameters = new URLSearchParams({ orderBy })
  for (const [name, value] of Object.entries(filter)) {
    if (value === null || value === undefined) continue
    // An empty list matches nothing, and neither does an empty value.
    for (const each of Array.isArray(value) && value.length === 0 ? [''] : [value].flat()) {
      parameters.append(name, `${each}`)
    }
  }
  return `/desk/case-table?${parameters}`
}

interface Download {
  path: string
  session: string
  signal: AbortSignal
  /** Called with the number of bytes received so far. */
  onProgress(bytes: number): void
}

/** Downloads a table, and lets the browser save it. Throws an error whose message tells the viewer what went wrong. */
export async function downloadTable({ path, session, signal, onProgress }: Download): Promise<void> {
  const headers = { Accept: 'text/csv', 'Desk-Session': session }
  const response = await fetch(path, { headers, signal }).catch(() => null)
  if (!response?.ok || !response.body) throw refusal(response?.status ?? 0)
  const parts: BlobPart[] = []
  let bytes = 0
  try {
    for (const reader = response.body.getReader(); ;) {
      const { value } = await reader.read()
      if (!value) break
      parts.push(value)
      onProgress((bytes += value.length))
    }
  } catch {
    throw new Error('The download was interrupted. Try again.')
  }
  const name = /filename=([\w.-]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'cases.csv'
  save(new Blob(parts, { type: 'text/csv' }), name)
}

const reasons: Readonly<Record<number, string>> = {
  0: 'There is no connection. Try again when it is back.',
  400: 'A table can have at most 100,000 cases, and this list has more. Filter it, for example by creation date, and download several tables.',
  401: 'Your session has ended. Sign in, and try again.',
  429: 'Too many tables are being downloaded. Try again when one has finished.',
}

function refusal(status: number): Error {
  if (status === 401) void refreshSession()
  return new Error(reasons[status] ?? 'The service is not available. Try again in a minute.')
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Browsers need the URL until they have begun to save.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
