import { constants, isUtf8 } from 'node:buffer'
import { link, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { type JSONVisitor, printParseErrorCode, visit } from 'jsonc-parser'
import { type Path, placeText } from '../configuration/items/items.rules.ts'
import { codeOf, systemMessage } from '../errors/system-errors.ts'
import { UsageError } from '../errors/usage-error.ts'

/** Reads a JSON file in UTF-8, or standard input for `-`. Throws a UsageError with the place of a mistake. */
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

/** Exported files contain personal data. */
const ownerOnly = 0o600

/**
 * Writes to a temporary file and renames it at the end, so that the file is never incomplete. Only its owner can read it.
 * `isNew`: the file must not exist, and is on the disk when this resolves. `mayBeDevice`: but it may be a device or a pipe. Throws a UsageError that names the file if it
 * cannot be written.
 */
export async function writeFile<Result>(
  file: string,
  write: (stream: Writable) => Promise<Result>,
  { isNew = false, mayBeDevice = false } = {},
): Promise<Result> {
  const { path, exists, isRegular } = await targetOf(file)
  if (isNew && exists && (isRegular || !mayBeDevice)) throw alreadyExists(file)
  const temporary = isRegular ? `${path}.${process.pid}.partial` : path
  let streamError: unknown
  try {
    const opened = await open(temporary, 'w', ownerOnly)
    // An interrupted command may have left the file.
    if (isRegular) await opened.chmod(ownerOnly)
    const stream = opened.createWriteStream({ flush: isRegular })
    // The work may turn this error into another one, such as a broken transaction.
    stream.once('error', (error) => {
      streamError = error
    })
    const result = await write(stream)
    await finished(stream.end())
    if (isNew && isRegular) await addName(temporary, path)
    else if (isRegular) await rename(temporary, path)
    return result
  } catch (error) {
    if (isRegular) await rm(temporary, { force: true })
    throw codeOf(error) === 'EEXIST' ? alreadyExists(file) : fileError(streamError ?? error, 'write', file)
  }
}

/** Unlike rename, never replaces a file that has been created in between. The new name outlasts a crash of the machine. */
async function addName(temporary: string, path: string): Promise<void> {
  await link(temporary, path)
  await rm(temporary)
  const folder = await open(dirname(path))
  await folder.sync().finally(() => folder.close())
}

function alreadyExists(file: string): UsageError {
  return new UsageError(`Cannot write ${file}: it exists already. Choose another name.`)
}

/** Follows links, so that they are kept. Devices and pipes are written to directly. */
async function targetOf(file: string): Promise<{ path: string; exists: boolean; isRegular: boolean }> {
  try {
    const path = await realpath(file)
    return { path, exists: true, isRegular: (await stat(path)).isFile() }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { path: file, exists: false, isRegular: true }
    throw fileError(error, 'write', file)
  }
}

/** Explains an error of the file system with the name that the user gave. Returns other errors unchanged. */
function fileError(error: unknown, verb: 'read' | 'write', file: string): unknown {
  const code = codeOf(error) ?? ''
  if (!(error instanceof Error) || !('syscall' in error || code === 'ERR_FS_FILE_TOO_LARGE')) return error
  const isFolderMissing = verb === 'write' && code === 'ENOENT'
  const reason = isFolderMissing ? `there is no folder ${dirname(file)}` : systemMessage(error)
  return new UsageError(`Cannot ${verb} ${file}: ${reason}.`, { cause: error })
}
