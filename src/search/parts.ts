import { type NormalisedCharacter, normalisedCharacters } from './normalise.ts'

/** Letters of scripts that are written without spaces, and of Korean, whose words have endings. */
const unspaced =
  /^[[\p{L}\p{M}]&&[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]]$/v
/** Letters in Unicode, but written as apostrophes. */
const apostrophes = /^[\u02b9-\u02bf\u02c8\u02ee]$/u

type Kind = 'space' | 'letter' | 'digit' | 'symbol' | 'unspaced' | 'punctuation'

function kindOf(character: string): Kind {
  if (/^\s$/u.test(character)) return 'space'
  if (apostrophes.test(character)) return 'punctuation'
  if (unspaced.test(character)) return 'unspaced'
  if (/^[\p{L}\p{M}]$/u.test(character)) return 'letter'
  if (/^\p{N}$/u.test(character)) return 'digit'
  return /^[\p{So}\p{Sc}]$/u.test(character) ? 'symbol' : 'punctuation'
}

const kinds = new Map<string, Kind>()
const maximumKinds = 20_000

function knownKind(character: string): Kind {
  const found = kinds.get(character)
  if (found !== undefined) return found
  const kind = kindOf(character)
  if (kinds.size < maximumKinds) kinds.set(character, kind)
  return kind
}

/** Characters of a text that are searched together. */
export interface Part {
  /** Without the punctuation and the spaces between them. */
  characters: NormalisedCharacter[]
  /** Where a search may begin: the indexes of the first characters of words, of numbers and of symbols. */
  starts: number[]
  /** The starts of chunks of one character, which are found although they continue. */
  alone: number[]
  /** Whether it is a run of a script without spaces, in which a search may begin anywhere. */
  isRun: boolean
  /** How many white spaces precede it in the text, so that parts of a chunk have the same number. */
  chunk: number
}

/**
 * The parts of a text, in its order. A chunk is what stands between spaces. Its words and numbers are one part, whatever punctuation
 * stands between them, and so are consecutive numbers if `joinsNumbers`: that is how telephone numbers are written.
 */
export function partsOf(text: string, { joinsNumbers }: { joinsNumbers: boolean }): Part[] {
  const parts: Part[] = []
  let chunk = 0
  let previous: Kind = 'space'
  let part: Part | undefined
  for (const each of normalisedCharacters(text)) {
    const kind = knownKind(each.character)
    if (kind === 'space') {
      chunk++
      part = undefined
    } else if (kind !== 'punctuation') {
      const isRun = kind === 'unspaced'
      if (!part || part.isRun !== isRun || (isRun && previous !== kind)) {
        part = { characters: [], starts: [], alone: [], isRun, chunk }
        parts.push(part)
      }
      if (isRun || kind === 'symbol' || kind !== previous) part.starts.push(part.characters.length)
      part.characters.push(each)
    }
    previous = kind
  }
  return joinsNumbers ? withJoinedNumbers(parts) : parts
}

/** Whether at least half of the characters are digits, as in the parts of telephone numbers. */
function isNumber({ characters }: Part): boolean {
  let digits = 0
  for (const { character } of characters) if (character >= '0' && character <= '9') digits++
  return digits > 0 && 2 * digits >= characters.length
}

/** Whether a part can be continued by the part of the next chunk. */
export function continues(previous: Part | undefined, part: Part): boolean {
  return (
    previous !== undefined &&
    !previous.isRun &&
    !part.isRun &&
    part.chunk > previous.chunk &&
    isNumber(previous) &&
    isNumber(part)
  )
}

/** Joins each part that continues the previous one to it. */
function withJoinedNumbers(parts: readonly Part[]): Part[] {
  const joined: Part[] = []
  let previous: Part | undefined
  for (const part of parts) {
    const isAlone = part.characters.length === 1
    const last = joined.at(-1)
    if (last && continues(previous, part)) {
      if (isAlone) last.alone.push(last.characters.length)
      for (const start of part.starts) last.starts.push(last.characters.length + start)
      last.characters.push(...part.characters)
    } else {
      if (isAlone) part.alone.push(0)
      joined.push(part)
    }
    previous = part
  }
  return joined
}
