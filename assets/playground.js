YogaGraphiQL.renderYogaGraphiQL(document.getElementById('root'), {
  ...options,
  ...(sessionStorage.getItem('graphiql:tabState') ? {} : first),
  // Input is kept while the browser tab is open. No token remains afterwards.
  storage: sessionStorage,
  // By default, each document is written into the URL, and from there into logs.
  onEditQuery() {},
  // The default fetcher parses the document itself, and shows a stack trace if it has a syntax error.
  async fetcher(params, { headers } = {}) {
    const accept = 'application/json, text/event-stream'
    const sent = { accept, 'content-type': 'application/json', ...headers }
    const leaving = new AbortController()
    const request = { method: 'POST', headers: sent, body: JSON.stringify(params), signal: leaving.signal }
    try {
      const response = await fetch('/graphql', request)
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
      return isStream ? resultsOf(response.body, leaving) : await response.json()
    } catch ({ message }) {
      return { errors: [{ message }] }
    }
  },
})

/** The results of a subscription, until GraphiQL stops it. */
function resultsOf(body, leaving) {
  async function* read() {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader()
    for (let rest = ''; ;) {
      const { value, done } = await reader.read().catch(() => ({ done: true }))
      if (done) return
      const events = (rest + value).split('\n\n')
      rest = events.pop()
      for (const event of events)
        if (event.startsWith('event: next\n')) yield JSON.parse(event.replace(/^.*\ndata: /, ''))
    }
  }
  const results = read()
  // A generator that waits for its next event would not end before it.
  results.return = async () => {
    leaving.abort()
    return { done: true, value: undefined }
  }
  return results
}
