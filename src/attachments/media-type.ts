import { fileTypeFromBuffer } from 'file-type'

/** The media type of a content by its first part; undefined if it has no known signature. */
export async function recognisedType(firstPart: Uint8Array): Promise<string | undefined> {
  return (await fileTypeFromBuffer(firstPart))?.mime
}

/** Whether a list such as `image/*` and `application/pdf` contains the media type. */
export function isAccepted(mediaType: string, accepted: readonly string[] | undefined): boolean {
  if (!accepted) return true
  return accepted.some((each) => (each.endsWith('/*') ? mediaType.startsWith(each.slice(0, -1)) : mediaType === each))
}

/** Images that browsers show in place. They contain no scripts. */
const shownTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

export function isShown(mediaType: string): boolean {
  return shownTypes.has(mediaType)
}
