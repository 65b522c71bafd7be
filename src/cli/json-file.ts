import { constants, isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { type JSONVisitor, printParseErrorCode, visit } from 'jsonc-parser'
import { UsageError } from '../errors/usage-error.ts'
import { fileError } from './file-error.ts'

/** Reads a JSON file in UTF-8, or standard input for `-`. Throws a UsageError with the line and column of a mistake. */
export async function readJsonFile(file: string): Promise<unknown> {
  const name = file === '-' ? 'Standard input' : file
  const bytes = await (file === '-' ? buffer(process.stdin) : readFile(file)).catch((error: unknown) => {
    throw fileError(error, 'read', file === '-' ? 'standard input' : file)
  })
  if (bytes.length > constants.MAX_STRING_LENGTH) {
    throw new UsageError(`${name} is too large. Split its cases into several files.`)
  }
  if (!isUtf8(bytes)) throw new UsageError(`${name} is not UTF-8 text.`)
  // Unlike toString(), this skips a byte order mark.
  const text = new TextDecoder().decode(bytes)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UsageError(`${name} is not valid JSON: ${describeJsonError(text)}.`, { cause })
  }
}

/** JSON.parse reports a position only for some errors. */
function describeJsonError(text: string): string | undefined {
  let description: string | undefined
  const onError: JSONVisitor['onError'] = (error, _offset, _length, line, column) => {
    const problem = printParseErrorCode(error).replaceAll(/(?<=.)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    description ??= `${problem} at line ${line + 1}, column ${column + 1}`
  }
  try {
    visit(text, { onError }, { disallowComments: true })
  } catch (error) {
    // The visitor is recursive. JSON.parse is not.
    if (!(error instanceof RangeError)) throw error
    return 'Nested too deeply'
  }
  return description
}
