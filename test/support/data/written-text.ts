import { Writable } from 'node:stream'

/** What the function writes, and what it returns. */
export async function writtenText<Result>(
  write: (output: Writable) => Promise<Result>,
): Promise<{ text: string; result: Result }> {
  const chunks: string[] = []
  const output = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  const result = await write(output)
  return { text: chunks.join(''), result }
}
