import { Dialog } from '../../ui/elements/dialog'
import { type MouseEvent, useRef, useState } from 'react'
import { type FragmentType, graphql, unmask } from '../../gql'
import type { CommentFilesFragment } from '../../gql/graphql'
import { sizeText, typeText } from './upload-list'
import { filePath } from './uploads'

export const CommentFilesFields = graphql(`
  fragment CommentFiles on CaseComment {
    attachments {
      id
      name
      size
      mediaType
    }
  }
`)

type SentFile = CommentFilesFragment['attachments'][number]

/** What the service sends to be shown. It sends everything else to be saved, so that nothing runs in this origin. */
const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']

/** The files of a comment: pictures as such, others as links. */
export function CommentFiles({ of }: { of: FragmentType<typeof CommentFilesFields> }) {
  const { attachments } = unmask(CommentFilesFields, of)
  if (attachments.length === 0) return null
  return (
    <ul className="files" aria-label="Files">
      {attachments.map((file) => (
        <li key={file.id}>{pictureTypes.includes(file.mediaType) ? <Picture of={file} /> : <FileLink of={file} />}</li>
      ))}
    </ul>
  )
}

const contentPath = ({ id }: SentFile) => `${filePath(id)}/content`

function FileLink({ of }: { of: SentFile }) {
  const { name, size, mediaType } = of
  return (
    <>
      <a href={contentPath(of)} download={name}>
        <bdi>{name}</bdi>
      </a>
      <span className="faint">{` ${typeText(mediaType)}, ${sizeText(size)}`}</span>
    </>
  )
}

/** A picture in a place of a fixed size, so that the page does not move when it arrives. It opens large. */
function Picture({ of }: { of: SentFile }) {
  const [isOpen, setOpen] = useState(false)
  const [isBroken, setBroken] = useState(false)
  const link = useRef<HTMLAnchorElement>(null)
  const path = contentPath(of)
  if (isBroken) return <FileLink of={of} />

  function open(event: MouseEvent) {
    // These open it in a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <>
      <a
        ref={link}
        href={path}
        target="_blank"
        rel="noreferrer"
        aria-haspopup="dialog"
        className="picture"
        onClick={open}
      >
        <img src={path} alt={of.name} loading="lazy" width={240} height={180} onError={() => setBroken(true)} />
      </a>
      <span className="only-print">{of.name}</span>
      {isOpen && (
        <Dialog
          title={of.name}
          width="xlarge"
          className="large-picture"
          returnFocusRef={link}
          onClose={() => setOpen(false)}
        >
          <img src={path} alt={of.name} />
          <p>
            <a href={path} download={of.name}>
              Download
            </a>
            <span className="faint">{` ${typeText(of.mediaType)}, ${sizeText(of.size)}`}</span>
          </p>
        </Dialog>
      )}
    </>
  )
}
