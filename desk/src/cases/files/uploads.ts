import { store } from '../../ui/display/store'
import { replaceDraft, whenDiscarded } from '../../ui/form/drafts/drafts'
import { refreshSession } from '../../session/current-session'
import { type DraftFile, isFinal, refusalText, type Transfer } from './upload-list'

/** What happens to the files of all drafts, by their keys. It goes on when the page of the draft is left. */
export const transfers = store<Readonly<Record<string, Transfer>>>({})

/** What was last said about the files of a draft. */
export const spoken = store<{ draft: string; text: string }>({ draft: '', text: '' })

interface Upload {
  /** The name of the draft with the list of files. */
  draft: string
  file: DraftFile
  content: File
  /** Identifies the session to the service. */
  session: string
}

/** The contents of files that are not uploaded. */
const uploads = new Map<string, Upload>()
const requests = new Map<string, XMLHttpRequest>()
/** Files that the service had when this page asked. */
const seen = new Set<string>()
/** The service refuses more than some uploads of a session at once. */
const maximumRequests = 3

whenDiscarded(() => {
  uploads.clear()
  transfers.set({})
  for (const request of requests.values()) request.abort()
  requests.clear()
})

export function begin(upload: Upload): void {
  uploads.set(upload.file.key, upload)
  note(upload.file.key, { state: 'waiting' })
  sendNext()
}

/** Whether the content of a file is still there, so that it can be uploaded again. */
export const canRetry = (key: string) => uploads.has(key)

export function retry(key: string, session: string): void {
  const upload = uploads.get(key)
  if (upload) begin({ ...upload, session })
}

/** Ends an upload. It can be begun again. */
export function stop(key: string): void {
  const request = requests.get(key)
  requests.delete(key)
  request?.abort()
  note(key, undefined)
  sendNext()
}

/** Ends an upload for good. */
export function forget(key: string): void {
  uploads.delete(key)
  stop(key)
}

/** Resolves when none of the files is being uploaded. */
export function ended(keys: readonly string[]): Promise<void> {
  const isOver = () => keys.every((key) => !isUnderWay(transfers.get()[key]))
  return new Promise((resolve) => {
    if (isOver()) return resolve()
    const unsubscribe = transfers.subscribe(() => {
      if (!isOver()) return
      unsubscribe()
      resolve()
    })
  })
}

export function isUnderWay(transfer: Transfer | undefined): boolean {
  return transfer !== undefined && transfer.state !== 'failed'
}

function note(key: string, transfer: Transfer | undefined): void {
  const { [key]: _, ...others } = transfers.get()
  transfers.set(transfer ? { ...others, [key]: transfer } : others)
}

function sendNext(): void {
  for (const [key, upload] of uploads) {
    if (requests.size >= maximumRequests) return
    if (transfers.get()[key]?.state === 'waiting') send(upload)
  }
}

/** Sends a file. Only this kind of request tells how much has been sent. */
function send({ draft, file, content, session }: Upload): void {
  const { key, name } = file
  const request = new XMLHttpRequest()
  requests.set(key, request)
  note(key, { state: 'uploading', part: 0 })
  request.open('POST', `/desk/attachments?name=${encodeURIComponent(name)}`)
  request.setRequestHeader('Desk-Session', session)
  request.setRequestHeader('Content-Type', 'application/octet-stream')
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    if (requests.has(key)) note(key, { state: 'uploading', part: total === 0 ? 1 : loaded / total })
  })
  request.addEventListener('load', () => {
    requests.delete(key)
    if (request.status === 201) finish(request.responseText)
    else fail(request.status, request.responseText)
  })
  request.addEventListener('error', () => {
    requests.delete(key)
    fail(0, '')
  })
  request.send(content)

  function finish(text: string) {
    const { attachment } = JSON.parse(text) as { attachment: { id: string; size: number; mediaType: string } }
    const { id, size, mediaType } = attachment
    uploads.delete(key)
    seen.add(id)
    replaceDraft<readonly DraftFile[]>(draft, (files) =>
      files?.map((each) => (each.key === key ? { ...each, id, size, mediaType } : each)),
    )
    note(key, undefined)
    spoken.set({ draft, text: `“${name}” was uploaded.` })
    sendNext()
  }
  function fail(status: number, body: string) {
    const problem = refusalText(status, body)
    if (isFinal(status)) uploads.delete(key)
    note(key, { state: 'failed', problem })
    spoken.set({ draft, text: `“${name}” was not uploaded. ${problem}` })
    if (status === 401) void refreshSession()
    sendNext()
  }
}

/** Where a file is, by its ID. Browsers send the session's cookie there. */
export function filePath(id: string): string {
  return `/desk/attachments/${encodeURIComponent(id.replace('attachment:', ''))}`
}

/** Deletes a file that was not sent. If that fails, the service removes it a day later. */
export function deleteFile(id: string, session: string): void {
  void fetch(filePath(id), { method: 'DELETE', headers: { 'Desk-Session': session } }).catch(() => undefined)
}

/** Marks those files of a stored draft that the service no longer has. */
export async function checkFiles(draft: string, files: readonly DraftFile[], session: string): Promise<void> {
  for (const { id } of files) {
    if (id === undefined || seen.has(id)) continue
    seen.add(id)
    const response = await fetch(filePath(id), { headers: { 'Desk-Session': session } }).catch(() => undefined)
    if (response?.status === 404) markGone(draft, [id])
    else if (!response?.ok) seen.delete(id)
  }
}

export function markGone(draft: string, ids: readonly string[]): void {
  replaceDraft<readonly DraftFile[]>(draft, (files) =>
    files?.map((file) => (file.id !== undefined && ids.includes(file.id) ? { ...file, isGone: true } : file)),
  )
}
