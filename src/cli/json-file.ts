import { constants } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { UsageError } from '../errors.ts'

/** Reads JSON in UTF-8 out of a file, or out of the standard input for `-`. Throws a UsageError that says where. */
export async function readJsonFile(file: string): Promise<unknown> {
  const name = file === '-' ? 'The standard input' : file
  const text = decode(name, file === '-' ? await buffer(process.stdin) : await readFile(file))
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UsageError(`${name} is not JSON: ${describeJsonError(text)}.`, { cause })
  }
}

function decode(name: string, bytes: Buffer): string {
  if (bytes.length > constants.MAX_STRING_LENGTH) {
    throw new UsageError(`${name} is too long to be read at once. Split its cases into several files.`)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new UsageError(`${name} is not UTF-8 text.`, { cause })
  }
}

function describeJsonError(text: string): string {
  const offset = jsonErrorOffset(text)
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  const column = offset - before.lastIndexOf('\n')
  const found = text.codePointAt(offset)
  const what = found === undefined ? 'it ends too early' : `unexpected ${JSON.stringify(String.fromCodePoint(found))}`
  return `line ${line}, column ${column}: ${what}`
}

const space = /[ \t\n\r]*/y
const string = /"(?:[^"\\\0-\x1f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y
const literal = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y

type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | 'comma or end'

/** Where a text stops being JSON; JSON.parse does not always tell. Gives the text's length where it ends too early. */
export function jsonErrorOffset(text: string): number {
  const closers: string[] = []
  let expected: Expected = 'value'
  let at = 0
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    const found = pattern.test(text)
    if (found) at = pattern.lastIndex
    return found
  }
  for (;;) {
    skip(space)
    const character = text[at]
    if ((character === ']' && expected === 'value or ]') || (character === '}' && expected === 'name or }')) {
      closers.pop()
      expected = 'comma or end'
      at++
    } else if (expected === 'comma or end') {
      const closer = closers.at(-1)
      if (closer === undefined || (character !== ',' && character !== closer)) return at
      if (character === ',') expected = closer === '}' ? 'name' : 'value'
      else closers.pop()
      at++
    } else if (expected === 'name' || expected === 'name or }') {
      if (!skip(string)) return at
      skip(space)
      if (text[at] !== ':') return at
      at++
      expected = 'value'
    } else if (character === '{' || character === '[') {
      closers.push(character === '{' ? '}' : ']')
      expected = character === '{' ? 'name or }' : 'value or ]'
      at++
    } else if (skip(string) || skip(literal)) {
      expected = 'comma or end'
    } else {
      return at
    }
  }
}
