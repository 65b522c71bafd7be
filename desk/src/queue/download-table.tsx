import { DownloadIcon } from '@primer/octicons-react'
import { useEffect, useRef, useState } from 'react'
import { Banner } from '../elements/banner'
import { Button } from '../elements/button'
import { toast } from '../display/toasts'
import { sizeText } from '../files/upload-list'
import { useCurrentSession } from '../session/current-session'
import { useViewer } from '../session/viewer'
import { filterFrom } from './filters'
import { downloadTable, tablePath } from './table'

/** A button that downloads all cases of the list as a table. `search` is the query of the list's address. */
export function DownloadTable({ search }: { search: string }) {
  const viewer = useViewer()
  const current = useCurrentSession()
  const session = current.state === 'signed-in' ? current.session : ''
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
