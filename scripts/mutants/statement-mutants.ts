/** A statement with one mistake. */
export interface StatementMutant {
  /** What replaces what, for example: c.version = $n → true. */
  change: string
  text: string
}

interface Token {
  word: string
  start: number
  end: number
  /** How many parentheses and `case` expressions it is in. */
  depth: number
}

const tokenPattern = /--[^\n]*|'(?:[^']|'')*'|"[^"]*"|\$\d+|[a-z_][a-z_0-9.]*|[\d.]+|::|[<>=!|?@&#-]+|\S/giu

function tokensOf(text: string): Token[] {
  let depth = 0
  return [...text.matchAll(tokenPattern)].flatMap(({ 0: found, index }) => {
    const word = found.toLowerCase()
    if (word.startsWith('--')) return []
    if (word === ')' || word === 'end') depth--
    const token = { word, start: index, end: index + word.length, depth }
    if (word === '(' || word === 'case') depth++
    return [token]
  })
}

const conditions = ['where', 'on', 'having', 'when']
const clauses = [
  'where',
  'group',
  'having',
  'order',
  'limit',
  'offset',
  'for',
  'returning',
  'union',
  'except',
  'window',
]
const tables = ['join', 'left', 'inner', 'cross', 'on', 'do', 'select', 'then', ',', ';']
const ends = ['and', 'or', ...clauses, ...tables]
const locks = ['update', 'no', 'share', 'key']

const turned: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  desc: 'asc',
  left: 'inner',
  distinct: 'all',
}

/** The mistakes that can be made in a statement: what is left out is a condition, a lock, an order, a limit; or a word is turned. */
export function statementMutants(text: string): StatementMutant[] {
  const tokens = tokensOf(text)
  const mutants: StatementMutant[] = []
  const wordAt = (index: number) => tokens[index]?.word ?? ''

  /** The end of what begins at this token: the next of the words beside it, or the closing parenthesis around it. */
  function endOf(first: number, words: readonly string[]): number {
    const { depth } = tokens[first]!
    let isBetween = false
    for (let index = first + 1; index < tokens.length; index++) {
      const token = tokens[index]!
      if (token.depth < depth) return index
      if (token.depth > depth || token.word === ')' || token.word === 'end') continue
      if (isBetween && token.word === 'and') isBetween = false
      else if (words.includes(token.word)) return index
      if (token.word === 'between') isBetween = true
    }
    return tokens.length
  }

  function replace(first: number, end: number, replacement: string): void {
    const [from, to] = [tokens[first]!.start, tokens[Math.min(end, tokens.length) - 1]!.end]
    const change = `${text.slice(from, to)} → ${replacement || 'nothing'}`
      .replaceAll(/\$\d+/g, '$n')
      .replaceAll(/\s+/g, ' ')
    const same = mutants.filter((mutant) => mutant.change === change || mutant.change.startsWith(`${change} (`)).length
    const number = same === 0 ? '' : ` (${same + 1})`
    mutants.push({ change: change + number, text: text.slice(0, from) + replacement + text.slice(to) })
  }

  function leaveOutConditions(first: number): void {
    const end = endOf(first, ends)
    const joint = wordAt(end)
    const isChoice = wordAt(first - 1) === 'or' || (wordAt(first - 1) !== 'and' && joint === 'or')
    replace(first, end, isChoice ? 'false' : 'true')
    if (joint === 'and' || joint === 'or') leaveOutConditions(end + 1)
  }

  for (const [index, { word }] of tokens.entries()) {
    const [before, next] = [wordAt(index - 1), wordAt(index + 1)]
    if (conditions.includes(word) && next !== 'conflict' && before !== 'distinct') leaveOutConditions(index + 1)
    // A part of a condition in parentheses.
    if (word === '(' && ['and', 'or'].includes(wordAt(endOf(index + 1, ends)))) leaveOutConditions(index + 1)
    if (word === 'for' && locks.includes(next)) replace(index, endOf(index, []), '')
    if (word === 'skip' && next === 'locked') replace(index, index + 2, '')
    if (word === 'order' && next === 'by') replace(index, endOf(index, [...clauses, 'rows', 'on', ';']), '')
    if (word === 'limit') replace(index, endOf(index, [...clauses, ';']), '')
    const isTurned = word === 'left' ? next === 'join' : !(word === 'distinct' && (next === 'from' || next === 'on'))
    const turn = [before, turned[word], next].join(' ')
    if (isTurned && turned[word] !== undefined) replace(index - 1, index + 2, turn)
  }
  return mutants
}
