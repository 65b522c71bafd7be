import { PaperclipIcon } from '@primer/octicons-react'
import { Button } from '../../ui/elements/button'
import { VisuallyHidden } from '../../ui/elements/text'
import { useRef } from 'react'
import { sizeText } from './upload-list'
import { canRetry } from './uploads'
import type { Files } from './use-files'

type ListedFile = Files['list'][number]

/** The ID of the button that adds files, which takes the focus when the focused button is gone. */
const buttonId = 'files'

/** The files of a message that is being written, with their progress and what went wrong. */
export function FileList({ files }: { files: Files }) {
  const { list, said, refused, retry, remove } = files
  function leave(key: string) {
    remove(key)
    document.getElementById(buttonId)?.focus()
  }
  return (
    <>
      {list.length > 0 && (
        <ul className="uploads" aria-label="Files">
          {list.map((file) => {
            const { key, name, size, state } = file
            const isRunning = state === 'waiting' || state === 'uploading'
            const problem = problemOf(file)
            return (
              <li key={key} className="row">
                <bdi className="cut">{name}</bdi>
                <span className="faint">{sizeText(size)}</span>
                {state === 'uploading' && (
                  <progress aria-label={`Upload of ${name}`} value={Math.round(file.part * 100)} max={100} />
                )}
                {state === 'waiting' && <span className="faint">Waiting</span>}
                {(state === 'failed' || state === 'interrupted') && canRetry(key) && (
                  <Button size="small" aria-label={`Try again: ${name}`} onClick={() => retry(key)}>
                    Try again
                  </Button>
                )}
                <Button
                  size="small"
                  variant="invisible"
                  aria-label={`${isRunning ? 'Cancel' : 'Remove'}: ${name}`}
                  onClick={() => leave(key)}
                >
                  {isRunning ? 'Cancel' : 'Remove'}
                </Button>
                {problem !== '' && <p className="problem">{problem}</p>}
              </li>
            )
          })}
        </ul>
      )}
      <p role="alert" className="problem">
        {refused}
      </p>
      <VisuallyHidden>
        <output>{said}</output>
      </VisuallyHidden>
    </>
  )
}

function problemOf(file: ListedFile): string {
  switch (file.state) {
    case 'failed':
      return file.problem
    case 'gone':
      return 'It is no longer there, and is not sent. Files that are not sent are kept for a day.'
    case 'interrupted':
      return canRetry(file.key)
        ? 'It was not uploaded.'
        : 'It was not uploaded before the page was left. Remove it, and choose it again.'
    default:
      return ''
  }
}

/** A button that adds files. Telephones offer their camera too. */
export function AttachButton({ files }: { files: Files }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button id={buttonId} variant="invisible" leadingVisual={PaperclipIcon} onClick={() => input.current?.click()}>
        Attach files
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          files.add([...(target.files ?? [])])
          // The same file can be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}
