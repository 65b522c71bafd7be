import { readFileSync } from 'node:fs'

/** A tab of the playground: an operation for the demonstration data. */
export interface PlaygroundTab {
  login: 'operator' | 'consumer'
  query: string
  variables: object
}

const assets = new URL('../../assets/', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, assets), 'utf8')

/** Each document starts with a comment. Its lines fit the width of the playground's editor. */
const documents = read('playground-tabs.graphql').split(/(?<=\n)\n(?=# )/)
const settings = JSON.parse(read('playground-tabs.json')) as Record<string, Omit<PlaygroundTab, 'query'>>

/** The tabs that the playground opens with, by the name of their operation. */
export const playgroundTabs: ReadonlyMap<string, PlaygroundTab> = new Map(
  Object.entries(settings).map(([name, setting]) => {
    const query = documents.find((document) => document.includes(` ${name}(`) || document.includes(` ${name} {`)) ?? ''
    return [name, { ...setting, query }]
  }),
)
