import { type Part, partsOf } from './parts.ts'
import type { Start, Word } from './words.ts'

/** A place in a text, in UTF-16 code units. */
export interface Match {
  start: number
  length: number
}

/** Where a text has what is searched for, in its order and without overlaps. */
export function matchesIn(text: string, words: readonly Word[]): Match[] {
  const parts = partsOf(text, { joinsNumbers: true })
  const starts = new Map(words.flat(2).map((start) => [`${start.text}${start.isWhole}`, start]))
  const found = [...starts.values()].flatMap((start) => parts.flatMap((part) => placesOf(start, part)))
  return withoutOverlaps(found)
}

function placesOf({ text, isWhole }: Start, part: Part): Match[] {
  const { characters, starts, alone, isRun } = part
  const wanted = [...text]
  return starts.flatMap((first): Match[] => {
    const isEnd = characters.length - first === wanted.length || alone.includes(first)
    if (isWhole && !isRun && !isEnd) return []
    if (!wanted.every((character, index) => characters[first + index]?.character === character)) return []
    const { start } = characters[first]!
    return [{ start, length: characters[first + wanted.length - 1]!.end - start }]
  })
}

function withoutOverlaps(matches: readonly Match[]): Match[] {
  const merged: Match[] = []
  for (const { start, length } of matches.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && start <= last.start + last.length) last.length = Math.max(last.length, start + length - last.start)
    else merged.push({ start, length })
  }
  return merged
}

/** A part of a text that shows what was found in it. */
export interface Snippet {
  text: string
  /** In the text of the snippet. */
  matches: Match[]
}

const longestSnippet = 200
/** How much of the text before the first match is shown. */
const before = 60

/** The part of the text around the first match. Null if there is none. */
export function snippetOf(text: string, words: readonly Word[]): Snippet | null {
  const matches = matchesIn(text, words)
  const [first] = matches
  if (!first) return null
  const isShort = text.length <= longestSnippet
  const from = isShort ? 0 : startOfWord(text, first.start)
  const shown = isShort ? text : text.slice(from, endOfCharacter(text, from + longestSnippet))
  return {
    text: shown,
    matches: matches.flatMap(({ start, length }) => {
      const left = Math.min(start + length - from, shown.length) - (start - from)
      return start >= from && left > 0 ? [{ start: start - from, length: left }] : []
    }),
  }
}

function startOfWord(text: string, first: number): number {
  const from = Math.max(0, first - before)
  if (from === 0) return 0
  const space = text.slice(from, first).search(/\s\S/u)
  return space < 0 ? endOfCharacter(text, from) : from + space + 1
}

/** A place at or before this one that does not divide a character. */
function endOfCharacter(text: string, place: number): number {
  return /[\udc00-\udfff]/.test(text[place] ?? '') ? place - 1 : place
}
