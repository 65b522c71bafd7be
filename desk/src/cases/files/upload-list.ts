/** A file of a draft, as it is stored with the draft. */
export interface DraftFile {
  /** Identifies the file in the browser, from the moment at which it was chosen. */
  key: string
  name: string
  /** In bytes. */
  size: number
  /** Its ID in the service, when all of it has been uploaded. */
  id?: string
  mediaType?: string
  /** Whether the service no longer has it. Files that are not sent are kept for a day. */
  isGone?: true
}

/** What happens to a file in this page. */
export type Transfer =
  | { state: 'waiting' }
  /** `part`: how much of it has been sent, from 0 to 1. */
  | { state: 'uploading'; part: number }
  | { state: 'failed'; problem: string }

export type FileState =
  | Transfer
  | { state: 'uploaded' }
  | { state: 'gone' }
  /** The page was left before it was uploaded. */
  | { state: 'interrupted' }

export const maximumFiles = 10
const maximumNameLength = 255

export function stateOf({ id, isGone }: DraftFile, transfer: Transfer | undefined): FileState {
  if (isGone) return { state: 'gone' }
  if (id !== undefined) return { state: 'uploaded' }
  return transfer ?? { state: 'interrupted' }
}

/** Those of the chosen files for which there is room, and what to say of the others. */
export function withinLimit<Chosen extends { name: string }>(
  files: readonly DraftFile[],
  chosen: readonly Chosen[],
): { added: readonly Chosen[]; refused: string } {
  const room = Math.max(maximumFiles - files.filter(({ isGone }) => !isGone).length, 0)
  const left = chosen.slice(room).map(({ name }) => `“${name}”`)
  const refused =
    left.length === 0 ? '' : `A message can have at most ${maximumFiles} files. Not added: ${left.join(', ')}.`
  return { added: chosen.slice(0, room), refused }
}

/** A name that the service accepts, with the end of a name that is too long, which says what kind of file it is. */
export function acceptedName(name: string): string {
  const letters = [...name.toWellFormed().replaceAll(/[\p{Cc}/\\]/gu, '_')]
  if (letters.length === 0) return 'file'
  if (letters.length <= maximumNameLength) return letters.join('')
  const end = letters.slice(-20)
  return [...letters.slice(0, maximumNameLength - end.length), ...end].join('')
}

/** What a message is sent with. */
interface Sendable {
  files: readonly (DraftFile & { id: string })[]
  /** Why it cannot be sent. A file that is gone is left out. */
  problems: readonly string[]
}

/** What of the files of a draft is sent, when no upload is under way. */
export function sendable(files: readonly DraftFile[]): Sendable {
  const left = files.filter(({ isGone }) => !isGone)
  return {
    files: left.filter((file): file is DraftFile & { id: string } => file.id !== undefined),
    problems: left
      .filter(({ id }) => id === undefined)
      .map(({ name }) => `“${name}” was not uploaded. Try again, or remove it.`),
  }
}

const reasons: Readonly<Record<number, string>> = {
  0: 'There is no connection. Try again when it is back.',
  401: 'Your session has ended. Sign in, and try again.',
  413: 'It is too large.',
  415: 'Files of this type are not accepted.',
  422: 'It was rejected.',
  429: 'There are too many uploads, or files that were not sent.',
  503: 'The service is not available. Try again in a minute.',
}
/** The service will refuse the same file again. */
export function isFinal(status: number): boolean {
  return [400, 413, 415, 422].includes(status)
}

/** For these, the detail is about the protocol. */
const withoutDetail = [0, 401]

/** Why a file was not uploaded, from the status of the response (0 if there was none) and its problem document. */
export function refusalText(status: number, body: string): string {
  const reason = reasons[status] ?? 'The service did not accept it.'
  const detail = withoutDetail.includes(status) ? '' : detailIn(body)
  return detail === '' ? reason : `${reason} ${detail}`
}

/** With sizes in the units of people. Empty if the response is not from the service, but for example from a proxy. */
function detailIn(body: string): string {
  try {
    const { detail } = JSON.parse(body) as { detail?: unknown }
    return typeof detail === 'string'
      ? detail.replaceAll(/\b(\d{4,}) bytes\b/g, (_, bytes) => sizeText(Number(bytes)))
      : ''
  } catch {
    return ''
  }
}

const units = ['kB', 'MB', 'GB']

/** A number of bytes, with at most one decimal. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), units.length)
  const value = bytes / 1000 ** power
  return `${value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 })} ${units[power - 1]}`
}

const typeNames: Readonly<Record<string, string>> = {
  'application/octet-stream': 'file',
  'application/pdf': 'PDF',
  'application/zip': 'ZIP',
  'text/plain': 'text',
}

/** A media type as people call it, else as it is. */
export function typeText(mediaType: string): string {
  return typeNames[mediaType] ?? mediaType
}
