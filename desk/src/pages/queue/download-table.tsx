import { DownloadIcon } from '@primer/octicons-react'
import { useEffect, useRef, useState } from 'react'
import { Banner } from '../../ui/elements/banner'
import { Button } from '../../ui/elements/button'
import { toast } from '../../ui/display/toasts'
import { sizeText } from '../../cases/files/upload-list'
import { refreshSession, useSessionId } from '../../session/current-session'
import { useViewer } from '../../session/viewer'
import { filterFrom } from './filter/filters'

/** A button that downloads all cases of the list as a table. `search` is the query of the list's address. */
export function DownloadTable({ search }: { search: string }) {
  const viewer = useViewer()
  const session = useSessionId()
  /** Undefined unless a table is being downloaded. */
  const [bytes, setBytes] = useState<number>()
  const [problem, setProblem] = useState('')
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function start() {
    const { signal } = (running.current = new AbortController())
    const path = tablePath(filterFrom(new URLSearchParams(search), viewer))
    setProblem('')
    setBytes(0)
    try {
      await downloadTable({ path, session, signal, onProgress: setBytes })
      toast('The table has been downloaded.')
    } catch (error) {
      if (!signal.aborted) setProblem((error as Error).message)
    }
    setBytes(undefined)
  }
  const isRunning = bytes !== undefined
  return (
    <>
      <Button size="small" variant="invisible" leadingVisual={DownloadIcon} loading={isRunning} onClick={start}>
        Download as table (CSV)
      </Button>
      <output className="faint table-state">
        {isRunning && 'Downloading the table…'}
        {isRunning && bytes > 0 && <span aria-hidden> {sizeText(bytes)}</span>}
      </output>
      {isRunning && (
        <Button size="small" variant="invisible" onClick={() => running.current?.abort()}>
          Cancel
        </Button>
      )}
      <div role="alert" className="table-problem">
        {problem && (
          <Banner
            variant="critical"
            title="The table was not downloaded"
            description={problem}
            onDismiss={() => setProblem('')}
          />
        )}
      </div>
    </>
  )
}

/** The path of a list as a table, with its filter and order as parameters. */
function tablePath({ filter, orderBy }: ReturnType<typeof filterFrom>): string {
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
async function downloadTable({ path, session, signal, onProgress }: Download): Promise<void> {
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
