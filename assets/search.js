// Searches the guides in the browser. The sections and the library are loaded when somebody begins to type.

const search = document.getElementById('search')
const words = search.querySelector('input')
const status = search.querySelector('[role=status]')
const list = search.querySelector('ol')
const maximum = 12
let index

async function load() {
  const [{ default: MiniSearch }, answer] = await Promise.all([
    import('/docs/minisearch.js'),
    fetch(search.dataset.sections),
  ])
  const found = new MiniSearch({
    fields: ['title', 'guide', 'text'],
    storeFields: ['title', 'guide', 'text'],
    searchOptions: { boost: { title: 4, guide: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
  })
  found.addAll(await answer.json())
  return found
}

/** The part of the text around the first word that was found. */
function excerpt(text, terms) {
  const lower = text.toLowerCase()
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0)
  const start = Math.max(0, Math.min(...places, text.length) - 40)
  const from = start === 0 ? 0 : text.indexOf(' ', start) + 1
  const part = text.slice(places.length > 0 ? from : 0)
  return part.length > 120 ? `${part.slice(0, part.lastIndexOf(' ', 120))} …` : part
}

function item({ id, title, guide, text, terms }) {
  const link = document.createElement('a')
  link.href = id
  link.append(title === guide ? title : `${guide}: ${title}`)
  const part = document.createElement('p')
  part.append(excerpt(text, terms))
  const row = document.createElement('li')
  row.append(link, part)
  return row
}

async function show() {
  const text = words.value.trim()
  if (text === '') {
    list.replaceChildren()
    status.textContent = ''
    return
  }
  try {
    index ??= load()
    const found = (await index).search(text)
    // Somebody typed on while it was loaded.
    if (text !== words.value.trim()) return
    list.replaceChildren(...found.slice(0, maximum).map(item))
    status.textContent =
      found.length === 0 ? 'Nothing was found.' : `${found.length} ${found.length === 1 ? 'section' : 'sections'} found`
  } catch {
    index = undefined
    status.textContent = 'The search could not be loaded. Type again to retry.'
  }
}

search.hidden = false
words.addEventListener('input', show)
// The back button restores the text.
window.addEventListener('pageshow', show)
document.addEventListener('keydown', (event) => {
  const isTyping = event.target.matches('input, textarea, select')
  if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault()
    words.focus()
  }
  if (event.key === 'Escape' && event.target === words) {
    words.value = ''
    void show()
  }
})
// On a wide screen, the lists beside the text are open.
const wide = matchMedia('(min-width: 64rem)')
function open() {
  for (const list of document.querySelectorAll('.guides > details, .guides > header > details'))
    list.open = wide.matches
}
wide.addEventListener('change', open)
open()
