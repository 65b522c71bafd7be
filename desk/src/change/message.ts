import type { Client } from 'urql'
import type { DraftFile } from '../files/upload-list'
import type { Viewer } from '../session/viewer'

/** A message on its way. It is stored until the service has confirmed it, and sent again if the page was left before. */
export interface Message {
  caseId: string
  /** The name of the draft that it was, and is again if it cannot be sent. */
  draft: string
  text: string
  internal: boolean
  files: readonly (DraftFile & { id: string })[]
  /** Set together with it. */
  status?: string | undefined
  /** The status before. */
  former?: string | undefined
  /** The version of the case that was shown. */
  seen: number
  /** If another operator has answered since this time, the message is not sent. Undefined if that does not matter. */
  answersAfter?: string | undefined
  /** When it was sent, in milliseconds. */
  at: number
}

export interface Sender {
  client: Client
  viewer: Viewer
}
