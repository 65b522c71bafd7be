import { LinkifyIt } from 'linkify-it'
import type { ReactNode } from 'react'

// Only what begins with http:// or https://. Everything else may be a name, such as that of a file.
const links = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false })
for (const scheme of ['ftp:', 'mailto:', '//']) links.add(scheme, null)

/** A text as it was written, with links. Each line has its own direction of writing. */
export function MessageText({ children }: { children: string }) {
  return (
    <p className="text" dir="auto">
      {withLinks(children)}
    </p>
  )
}

function withLinks(text: string): ReactNode[] {
  const parts: ReactNode[] = []
  let end = 0
  for (const { index, lastIndex, url } of links.match(text) ?? []) {
    parts.push(
      text.slice(end, index),
      <a key={index} href={url} target="_blank" rel="noreferrer nofollow">
        {text.slice(index, lastIndex)}
      </a>,
    )
    end = lastIndex
  }
  return [...parts, text.slice(end)]
}
