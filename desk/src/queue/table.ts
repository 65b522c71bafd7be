import { refreshSession } from '../session/current-session'
import type { CaseFilter, CaseOrder } from '../gql/graphql'

/** A list as the parameters of the service's address. */
export function tablePath({ filter, orderBy }: { filter: CaseFilter; orderBy: CaseOrder }): string {
  const parameters = new URLSearchParams({ orderBy })
  for (const [name, value] of Object.entries(filter)) {
    if (value === null || value === undefined) continue
    // No value of an empty list matches, and neither does an empty one.
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
  /** Is told how many bytes have been received. */
  onProgress(bytes: number): void
}

/** Downloads a table, and lets the browser save it. Throws why it did not, in words. */
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
    throw new Error('The table was not downloaded completely. Try again.')
  }
  const name = /filename=([\w.-]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'cases.csv'
  save(new Blob(parts, { type: 'text/csv' }), name)
}

const reasons: Readonly<Record<number, string>> = {
  0: 'There is no connection. Try again when it is back.',
  400: 'A table can have 100,000 cases, and this list has more. Filter it, for example by the day of creation, and download several tables.',
  401: 'Your session has ended. Sign in, and try again.',
  429: 'You are already downloading tables. Try again when they are finished.',
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
  // Browsers need it until they have begun to save.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
