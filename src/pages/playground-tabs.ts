import { asset } from './html-page.ts'

/** A tab of the playground: an operation for the demonstration data. */
export interface PlaygroundTab {
  login: 'operator' | 'consumer'
  query: string
  variables: object
}

/** Each document starts with a comment. Its lines fit the width of the playground's editor. */
const documents = asset('playground-tabs.graphql').split(/(?<=\n)\n(?=# )/)
const settings = JSON.parse(asset('playground-tabs.json')) as Record<string, Omit<PlaygroundTab, 'query'>>

/** The tabs that the playground opens with, by the name of their operation. */
export const playgroundTabs: ReadonlyMap<string, PlaygroundTab> = new Map(
  Object.entries(settings).map(([name, setting]) => {
    const query = documents.find((document) => document.includes(` ${name}(`) || document.includes(` ${name} {`)) ?? ''
    return [name, { ...setting, query }]
  }),
)
