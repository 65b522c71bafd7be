// Starts Swagger UI on the page of the API reference. Its own page has no main landmark, names few of its fields, and
// loads a badge from another server.

const root = document.querySelector('#api-reference')
const sessions = JSON.parse(root.dataset.sessions)

const dark = matchMedia('(prefers-color-scheme: dark)')
const followSystem = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', followSystem)
followSystem()

const spec = await (await fetch(root.dataset.description)).json()
// The operations come first, and what applies to all of them comes after.
const [introduction, ...sections] = spec.info.description.split(/^(?=## )/m)
spec.info.description = introduction
const furtherSections = sections.join('')

SwaggerUIBundle({
  domNode: root,
  spec,
  validatorUrl: null,
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  layout: 'ReferenceLayout',
  plugins: [({ React }) => ({ components: components(React.createElement) })],
  requestInterceptor: addSession,
})

/** Sends a demonstration session that may call the operation, unless the reader has entered credentials. */
function addSession(request) {
  if (request.loadSpec) return request
  const { pathname, searchParams } = new URL(request.url, location.href)
  const session = pathname.endsWith('/typecategory') ? sessions.consumer : sessions.operator
  const names = Object.keys(request.headers).map((name) => name.toLowerCase())
  const hasCredentials =
    ['touchpoint', 'token'].some((name) => searchParams.has(name)) ||
    ['service-touchpoint', 'service-token'].some((name) => names.includes(name))
  if (session && !hasCredentials) {
    Object.assign(request.headers, { 'Service-Touchpoint': session.touchpoint, 'Service-Token': session.token })
  }
  return request
}

function components(h) {
  function ReferenceLayout({ getComponent }) {
    const [Info, Authorize, Operations, Models, Icons, Errors, Markdown] = [
      getComponent('InfoContainer', true),
      getComponent('AuthorizeBtnContainer', true),
      getComponent('operations', true),
      getComponent('Models', true),
      getComponent('SvgAssets'),
      getComponent('errors', true),
      getComponent('Markdown', true),
    ]
    return h(
      'main',
      { className: 'swagger-ui' },
      h(Icons),
      h(
        'div',
        { className: 'wrapper' },
        h(Errors),
        h(Info),
        h('p', null, credentialsNote()),
        h('p', null, h('a', { href: root.dataset.description }, 'openapi.json'), ' describes the API for programs.'),
        h(Authorize),
      ),
      h('div', { className: 'wrapper' }, h(Operations)),
      h('div', { className: 'wrapper info' }, h(Markdown, { source: furtherSections })),
      h('div', { className: 'wrapper' }, h(Models)),
    )
  }
  // A link inside a button cannot be reached with the keyboard.
  return { ReferenceLayout, DeepLink: ({ text }) => h('span', null, text) }
}

function credentialsNote() {
  if (!sessions.operator) return 'Click Authorize to enter the touchpoint and the token that requests are sent with.'
  return (
    'Execute sends the public demonstration sessions: an operator for changes, a consumer for the lookup. ' +
    'Click Authorize to send other credentials.'
  )
}

const labels = [
  ['.parameters select, .parameters input', (field) => field.closest('tr')?.dataset.paramName],
  ['.body-param textarea', () => 'Request body'],
  ['.examples-select-element', () => 'Example'],
  ['select.content-type', () => 'Media type'],
  [
    '.responses-table',
    (table) => `${table.closest('.opblock').querySelector('.opblock-summary-description').textContent}: responses`,
  ],
]

/** Names the fields, corrects the levels of the headings, and lets the keyboard scroll the examples. */
function complete() {
  for (const [selector, labelOf] of labels) {
    for (const field of root.querySelectorAll(selector)) setOnce(field, 'aria-label', labelOf(field))
  }
  for (const heading of root.querySelectorAll('h3, h4, h5')) {
    setOnce(heading, 'aria-level', Number(heading.localName.slice(1)) - 1)
    setOnce(heading, 'role', 'heading')
  }
  for (const example of root.querySelectorAll('.microlight, table')) setOnce(example, 'tabindex', 0)
}

function setOnce(element, name, value) {
  if (value !== undefined && !element.hasAttribute(name)) element.setAttribute(name, value)
}

new MutationObserver(complete).observe(root, { childList: true, subtree: true })
