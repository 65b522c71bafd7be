/** The length in bytes of a value as JSON. Stops counting above the maximum, so it never builds a text that is too long. */
export function jsonSize(value: unknown, maximum: number): number {
  let size = 0

  function add(value: unknown): void {
    if (size > maximum) return
    if (typeof value === 'string') size += textSize(value)
    else if (typeof value !== 'object' || value === null) size += String(value).length
    else if (Array.isArray(value)) {
      size += Math.max(2, value.length + 1)
      for (const item of value) add(item)
    } else if ('toJSON' in value) size += JSON.stringify(value).length
    else addMembers(value as Record<string, unknown>)
  }

  function addMembers(object: Record<string, unknown>): void {
    const names = Object.keys(object)
    size += Math.max(2, names.length + 1)
    for (const name of names) {
      size += textSize(name) + 1
      add(object[name])
    }
  }

  add(value)
  return size
}

/** Short texts hardly grow by escapes. */
const maximumUnescapedLength = 64

function textSize(text: string): number {
  if (text.length <= maximumUnescapedLength) return Buffer.byteLength(text) + 2
  return Buffer.byteLength(JSON.stringify(text))
}
