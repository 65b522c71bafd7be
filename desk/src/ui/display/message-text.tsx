import { LinkifyIt } from 'linkify-it'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

// Only what begins with http:// or https://. Everything else may be a name, such as that of a file.
const links = webLinks()

function webLinks(): LinkifyIt {
  const found = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false })
  for (const scheme of ['ftp:', 'mailto:', '//']) found.add(scheme, null)
  return found
}

/** The same, and numbers of cases such as #1042. */
const caseLinks = webLinks()
caseLinks.add('#', {
  validate: (text, position) => /^[1-9]\d{0,15}(?![\w#])/.exec(text.slice(position, position + 17))?.[0].length ?? 0,
  normalize: (match) => (match.url = `/cases/${match.text.slice(1)}`),
})

interface Properties {
  /** Whether numbers of cases are links to them. */
  linksCases?: boolean
  children: string
}

/** A text as it was written, with links. Each line has its own direction of writing. */
export function MessageText({ linksCases = false, children }: Properties) {
  return (
    <p className="text" dir="auto">
      {withLinks(children, linksCases ? caseLinks : links)}
    </p>
  )
}

function withLinks(text: string, links: LinkifyIt): ReactNode[] {
  const parts: ReactNode[] = []
  let end = 0
  for (const { index, lastIndex, url, schema } of links.match(text) ?? []) {
    const shown = text.slice(index, lastIndex)
    parts.push(
      text.slice(end, index),
      schema === '#' ? (
        <Link key={index} href={url}>
          {shown}
        </Link>
      ) : (
        <a key={index} href={url} target="_blank" rel="noreferrer nofollow">
          {shown}
        </a>
      ),
    )
    end = lastIndex
  }
  return [...parts, text.slice(end)]
}
