/** A character of a normalised text, and which part of the original it stands for, in UTF-16 code units. */
export interface NormalisedCharacter {
  /** One code point. */
  character: string
  start: number
  end: number
}

/** A character with the marks on it, or a syllable of Korean or Kirat Rai that is written in parts. Half-width voicing marks are letters in Unicode. */
const segments =
  /[\u1100-\u11ff]+|[\u{16d63}-\u{16d6a}]+|[^\p{M}\uff9e\uff9f][\p{M}\uff9e\uff9f]*|[\p{M}\uff9e\uff9f]+/gsu

/** Marks that only some people write. In other scripts they are vowels, or make other letters. */
const optionalMarks = /(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}])\p{M}+/gu

/** What is not seen, the colour of skin in emoji, and the line that stretches Arabic words. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{EMod}\u0640]/gu

/** Letters that have no mark in Unicode, but are read like others. */
const likeOthers: Record<string, string> = {
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ø: 'o',
  ŧ: 't',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ĸ: 'k',
  ŋ: 'n',
  ə: 'e',
  ς: 'σ',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ە: 'ه',
  ہ: 'ه',
  ة: 'ه',
}
const othersPattern = new RegExp(`[${Object.keys(likeOthers).join('')}]`, 'gu')

const digits = /(?![0-9])\p{Nd}/gu

/** The digit that a decimal digit of any script stands for. In Unicode, the ten digits of a script follow one another. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0)!
  let zero = code
  while (code - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero--
  return `${(code - zero) % 10}`
}

/** Full case folding: ß and ẞ become ss. */
const foldCase = (text: string) => text.toLowerCase().toUpperCase().toLowerCase()

function normaliseOnce(text: string): string {
  return foldCase(text.normalize('NFKC'))
    .replaceAll(invisible, '')
    .normalize('NFD')
    .replaceAll(optionalMarks, '')
    .replaceAll(othersPattern, (letter) => likeOthers[letter] ?? letter)
    .replaceAll(digits, asciiDigit)
    .normalize('NFKC')
}

function normaliseSegment(segment: string): string {
  let before = segment
  // Some letters only get a form that is replaced by the replacement of another.
  for (let after = normaliseOnce(before); after !== before; after = normaliseOnce(before)) before = after
  return before
}

/** The normalised forms of segments that are not ASCII. Bounded, because a text may contain any segment. */
const known = new Map<string, string>()
const maximumKnown = 20_000

function knownForm(segment: string): string {
  const found = known.get(segment)
  if (found !== undefined) return found
  const form = normaliseSegment(segment)
  if (known.size < maximumKnown && segment.length <= 4) known.set(segment, form)
  return form
}

const isAscii = (text: string) => !/[^\0-\x7f]/.test(text)

/**
 * The characters of the text in a form in which texts that people read as equal are equal: without letter case, without the accents
 * of scripts in which they are optional, and without differences between Unicode's normal forms, widths and digits. PostgreSQL never
 * normalises, so there is one form.
 */
export function normalisedCharacters(text: string): NormalisedCharacter[] {
  const characters: NormalisedCharacter[] = []
  if (isAscii(text)) {
    const lower = text.toLowerCase()
    for (let start = 0; start < lower.length; start++) {
      characters.push({ character: lower[start]!, start, end: start + 1 })
    }
    return characters
  }
  for (const { 0: segment, index: start } of text.matchAll(segments)) {
    const end = start + segment.length
    const form = segment.length === 1 && segment < '\x80' ? segment.toLowerCase() : knownForm(segment)
    for (const character of form) characters.push({ character, start, end })
  }
  return characters
}

/** The text in the form of `normalisedCharacters`. */
export function normalise(text: string): string {
  return isAscii(text) ? text.toLowerCase() : text.replaceAll(segments, knownForm)
}
