import { afterFile } from '../cleanup.ts'
import { type Credentials, credentialHeaders, olga } from './credentials.ts'

export interface StreamedEvent {
  id?: string
  event?: string
  data?: string
}

export interface OpenStream {
  status: number
  headers: Headers
  /** What has arrived so far, without comments. */
  events: StreamedEvent[]
  /** Resolves to whether the server ended the stream completely. */
  ended: Promise<boolean>
  close(): void
}

/** Opens a stream of server-sent events. It is closed after the test file. */
export async function openStream(
  url: string,
  { caller = olga, ...init }: { caller?: Credentials } & RequestInit = {},
): Promise<OpenStream> {
  const leaving = new AbortController()
  afterFile(() => leaving.abort())
  const headers = { accept: 'text/event-stream', ...credentialHeaders(caller), ...(init.headers as object) }
  const response = await fetch(url, { ...init, headers, signal: leaving.signal })
  const events: StreamedEvent[] = []
  const read = async () => {
    let rest = ''
    for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + text).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) events.push(parse(block))
    }
    return rest === ''
  }
  return {
    status: response.status,
    headers: response.headers,
    events,
    ended: read().catch(() => false),
    close: () => leaving.abort(),
  }
}

function parse(block: string): StreamedEvent {
  const fields = block.split('\n').flatMap((line) => {
    const [, name, value] = /^(id|event|data): ?(.*)$/.exec(line) ?? []
    return name === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(fields) as StreamedEvent
}
