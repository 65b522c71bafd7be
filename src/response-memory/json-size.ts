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
    let members = 0
    for (const name in object) {
      members++
      size += textSize(name) + 1
      add(object[name])
    }
    size += Math.max(2, members + 1)
  }

  add(value)
  return size
}

/** Up to this length, looking at each character is faster than a call of the engine. */
const shortLength = 64

function textSize(text: string): number {
  if (text.length <= shortLength && isPlain(text)) return text.length + 2
  return Buffer.byteLength(JSON.stringify(text))
}

/** Whether JSON has the text as it is, one byte a character. */
function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x20 || code > 0x7e || code === 0x22 || code === 0x5c) return false
  }
  return true
}
