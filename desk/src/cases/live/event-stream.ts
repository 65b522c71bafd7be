/** What the service sends: a result, or the reason why there is none. */
interface Result<Data> {
  data?: Data | null
  errors?: readonly { extensions?: { code?: string } }[]
}

/** The service ended or refused a stream. `code` is that of the error; empty if there is none. */
export class StreamError extends Error {
  readonly code: string

  constructor(code: string) {
    super(`The stream ended: ${code}`)
    this.code = code
  }
}

/** The service sends something every 12 seconds. After a longer silence the connection is dead, though nobody has closed it. */
const silenceMs = 40_000

/**
 * The results of a subscription, and null for each sign of life between them. Returns when the service ends the stream. Throws
 * StreamError, and errors of fetch.
 */
export async function* streamResults<Data>(
  body: { query: string; variables: object },
  { session, signal }: { session: string; signal: AbortSignal },
): AsyncGenerator<Data | null, void, undefined> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), silenceMs)
  try {
    const response = await fetch('/desk/graphql', {
      method: 'POST',
      headers: { Accept: 'text/event-stream', 'Content-Type': 'application/json', 'Desk-Session': session },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (!response.body || !response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
      throw errorOf((await response.json().catch(() => ({}))) as Result<Data>)
    }
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let rest = ''; ;) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), silenceMs)
      const messages = (rest + value).split('\n\n')
      rest = messages.pop() ?? ''
      for (const message of messages) yield dataOf<Data>(message)
    }
  } finally {
    clearTimeout(timer)
  }
}

/** The data of a message. Null if it has none: it is a comment, or the last one. */
function dataOf<Data>(message: string): Data | null {
  const text = /^data: ?(.+)$/m.exec(message)?.[1]
  if (text === undefined) return null
  const result = JSON.parse(text) as Result<Data>
  if (result.errors || !result.data) throw errorOf(result)
  return result.data
}

function errorOf({ errors }: Result<unknown>): StreamError {
  return new StreamError(errors?.[0]?.extensions?.code ?? '')
}
