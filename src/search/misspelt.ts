import type { Word } from './words.ts'

const alphabets: readonly [script: RegExp, letters: string][] = [
  [/^\p{sc=Latin}+$/u, 'abcdefghijklmnopqrstuvwxyz'],
  [/^\p{sc=Greek}+$/u, 'αβγδεζηθικλμνξοπρστυφχψω'],
  [/^\p{sc=Cyrillic}+$/u, 'абвгдежзиклмнопрстуфхцчшщъыьэюяієґјљњћђџ'],
  [/^\p{sc=Hebrew}+$/u, 'אבגדהוזחטיכלמנסעפצקרשתךםןףץ'],
  [/^\p{sc=Arabic}+$/u, 'ءابتثجحخدذرزسشصضطظعغفقكلمنهويپچژگ'],
]

const shortestMisspelt = 5
/** More would cost too much: each has hundreds of forms. */
const maximumMisspelt = 4

/** The words that one wrong letter may have made of others, as numbers of the list. */
export function mayBeMisspelt(words: readonly Word[]): number[] {
  return words.flatMap((word, index) => (formsOf(word) === null ? [] : [index])).slice(0, maximumMisspelt)
}

/** The words that differ from a word of five letters or more by one letter: missing, added, replaced or exchanged with the next one. Null for other words. */
export function formsOf(word: Word): string[] | null {
  const [only, ...others] = word
  const text = only?.length === 1 && others.length === 0 ? only[0]!.text : ''
  const letters = [...text]
  const alphabet = alphabets.find(([script]) => script.test(text))?.[1]
  if (letters.length < shortestMisspelt || letters.length > 30 || !alphabet) return null
  const forms = new Set<string>()
  for (let place = 0; place <= letters.length; place++) {
    const left = letters.slice(0, place).join('')
    const right = letters.slice(place).join('')
    const [next = '', afterNext = '', ...rest] = letters.slice(place)
    const afterOne = afterNext + rest.join('')
    if (next) forms.add(left + afterOne)
    if (afterNext) forms.add(left + afterNext + next + rest.join(''))
    for (const letter of alphabet) {
      forms.add(left + letter + right)
      if (next) forms.add(left + letter + afterOne)
    }
  }
  forms.delete(text)
  return [...forms]
}

/** The word as one of the forms. */
export function anyOf(forms: readonly string[]): Word {
  return forms.map((text) => [{ text, isWhole: true }])
}
