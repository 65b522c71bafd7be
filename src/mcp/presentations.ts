import { type Answer, maximumResult, sliceText } from './tool-result.ts'

/** Turns the data of a document into an answer. Null if what the arguments name does not exist, or the caller may not see it. */
export type Presentation = (data: Record<string, unknown>, ofResult: Record<string, unknown>) => Answer | null

interface Connection<Node = object> {
  edges: { cursor: string; node: Node }[]
  pageInfo: { hasNextPage?: boolean; hasPreviousPage?: boolean }
}

export const ofSearch: Presentation = (data) => {
  const { corrected, edges, pageInfo } = data['cases'] as Connection<{ match: object | null }> & {
    corrected: string | null
  }
  return {
    head: corrected === null ? {} : { corrected },
    list: {
      items: edges.map(({ node: { match, ...others } }) => (match ? { ...others, match } : others)),
      show: (cases) => ({ cases }),
      next: (count) =>
        count > 0 && (count < edges.length || pageInfo.hasNextPage) ? { after: edges[count - 1]!.cursor } : undefined,
    },
  }
}

/** This number of links leaves room for everything else. */
const firstLinks = 20
const linksPart = 'case:links'

export const ofCase: Presentation = (data, { part, offset }) => {
  const found = data['case'] as (CaseHead & { comments: Connection; links: object[] }) | null
  if (!found) return null
  const { comments, ...others } = found
  const { links } = others
  if (part === linksPart) return ofLinks(others, startOf(offset))
  const { edges, pageInfo } = comments
  const items = edges.map(({ node }) => node)
  if (typeof part === 'string') return ofPart({ ...found, items }, part, startOf(offset))
  const moreLinks = links.length > firstLinks && { moreLinks: { part: linksPart, offset: firstLinks } }
  return {
    head: { ...others, links: links.slice(0, firstLinks), ...moreLinks },
    list: {
      items,
      keepsLast: true,
      show: (shown) => ({ comments: shown }),
      next: (count) =>
        count < edges.length || pageInfo.hasPreviousPage ? { before: edges.at(-count)?.cursor } : undefined,
    },
  }
}

interface CaseHead {
  id: string
  version: number
  caseData: object
}

function ofLinks({ id, version, links }: CaseHead & { links: readonly object[] }, start: number): Answer {
  const items = links.slice(start)
  return {
    head: { id, version, part: linksPart, offset: start, length: links.length },
    list: {
      items,
      show: (shown) => ({ links: shown }),
      next: (count) => (count < items.length ? { part: linksPart, offset: start + count } : undefined),
    },
  }
}

interface Parts extends CaseHead {
  items: readonly { id?: string; text?: string }[]
}

function ofPart({ id, version, caseData, items }: Parts, part: string, start: number): Answer | null {
  const comment = items.find((item) => item.id === part)
  const text = comment?.text ?? new Map<string, unknown>(Object.entries(caseData)).get(part)
  if (typeof text !== 'string') return null
  // Each code unit has at most six characters in JSON.
  let shown = sliceText(text, start, maximumResult / 2)
  while (JSON.stringify(shown).length > maximumResult - 2_000) shown = sliceText(shown, 0, Math.ceil(shown.length / 2))
  const end = start + shown.length
  const next = end < text.length ? { next: { part, offset: end } } : {}
  return { head: { id, version, part, offset: start, length: text.length, untrustedText: shown, ...next } }
}

export const ofForm: Presentation = (data, { skip }) => {
  const found = data['case'] as { fields: object[]; availableTypeCategories: object[] } | null
  if (!found) return null
  const { fields, availableTypeCategories: typeCategories, ...head } = found
  const ofCaseType = Math.max(0, fields.length - startOf(skip))
  const items = [...fields, ...typeCategories].slice(startOf(skip))
  const show = (shown: readonly object[]) => ({
    fields: shown.slice(0, ofCaseType),
    availableTypeCategories: shown.slice(ofCaseType),
  })
  return { head, list: { items, show, next: nextItems(items, skip) } }
}

export const ofTypeCategories: Presentation = (data, { skip }) => {
  const items = (data['caseTypeCategories'] as object[]).slice(startOf(skip))
  return {
    head: {},
    list: { items, show: (shown) => ({ caseTypeCategories: shown }), next: nextItems(items, skip) },
  }
}

/** Where to start, of what was sent. */
const startOf = (sent: unknown) => Math.max(0, Number(sent ?? 0))

const nextItems = (items: readonly object[], skip: unknown) => (count: number) =>
  count < items.length ? { skip: startOf(skip) + count } : undefined

/** The payload of a mutation. */
export const ofChange: Presentation = (data) => ({ head: Object.values(data)[0] as object })
