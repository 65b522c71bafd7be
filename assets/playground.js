YogaGraphiQL.renderYogaGraphiQL(document.getElementById('root'), {
  ...options,
  ...(sessionStorage.getItem('graphiql:tabState') ? {} : first),
  // Input is kept while the browser tab is open. No token remains afterwards.
  storage: sessionStorage,
  // By default, each document is written into the URL, and from there into logs.
  onEditQuery() {},
  // The default fetcher parses the document itself, and shows a stack trace if it has a syntax error.
  async fetcher(params, { headers } = {}) {
    const sent = { accept: 'application/json', 'content-type': 'application/json', ...headers }
    try {
      return await (await fetch('/graphql', { method: 'POST', headers: sent, body: JSON.stringify(params) })).json()
    } catch ({ message }) {
      return { errors: [{ message }] }
    }
  },
})
