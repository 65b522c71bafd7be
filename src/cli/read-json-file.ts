import { constants, isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { type JSONVisitor, printParseErrorCode, visit } from 'jsonc-parser'
import { type Path, placeText } from '../configuration/items/items.rules.ts'
import { UsageError } from '../errors/usage-error.ts'
import { cannot } from '../transfer/write-file.ts'

/** Reads a JSON file in UTF-8, or standard input for `-`. Throws a UsageError with the place of a mistake. */
export async function readJsonFile(file: string): Promise<unknown> {
  const name = file === '-' ? 'Standard input' : file
  const bytes = await (file === '-' ? buffer(process.stdin) : readFile(file)).catch(
    cannot('read', file === '-' ? 'standard input' : file),
  )
  if (bytes.length > constants.MAX_STRING_LENGTH) {
    throw new UsageError(`${name} is too large. Split its cases into several files.`)
  }
  if (!isUtf8(bytes)) throw new UsageError(`${name} is not UTF-8 text.`)
  // Unlike toString(), this skips a byte order mark.
  const text = new TextDecoder().decode(bytes)
  const value = parseJson(name, text)
  const repeated = repeatedMember(text)
  if (repeated) throw new UsageError(`${name} is ambiguous: ${placeText(repeated)} must not be repeated in its object.`)
  return value
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UsageError(`${name} is not valid JSON: ${describeJsonError(text)}.`, { cause })
  }
}

/** JSON.parse reports a position only for some errors. */
function describeJsonError(text: string): string | undefined {
  let description: string | undefined
  const isComplete = visitAll(text, {
    onError(error, _offset, _length, line, column) {
      const problem = printParseErrorCode(error).replaceAll(/(?<=.)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
      description ??= `${problem} at line ${line + 1}, column ${column + 1}`
    },
  })
  return isComplete ? description : 'Nested too deeply'
}

/** The place of a member that stands twice in its object. JSON.parse keeps the last one silently. */
function repeatedMember(text: string): Path | undefined {
  const names: Set<string>[] = []
  let repeated: Path | undefined
  visitAll(text, {
    onObjectBegin: () => void names.push(new Set()),
    onObjectEnd: () => void names.pop(),
    onObjectProperty(name, _offset, _length, _line, _column, pathOf) {
      if (names.at(-1)!.has(name)) repeated ??= [...pathOf(), name]
      names.at(-1)!.add(name)
    },
  })
  return repeated
}

/** Returns false if the text is nested too deeply for the visitor, which is recursive. JSON.parse is not. */
function visitAll(text: string, visitor: JSONVisitor): boolean {
  try {
    visit(text, visitor, { disallowComments: true })
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
