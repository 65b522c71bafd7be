import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const pages = globSync(['*.md', 'docs/**/*.md', '{desk,examples/*}/*.md'], { cwd: root })
const read = (file: string) => readFileSync(join(root, file), 'utf8')

describe.each(pages)('%s', (page) => {
  const targets = [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^https?:/.test(target))

  test('links to files and headings that exist', () => {
    expect(targets.filter((target) => !resolves(page, target))).toEqual([])
  })
})

test('every page in docs can be reached from the README', () => {
  const reached = new Set(['README.md'])
  for (const page of reached) {
    for (const [, target = ''] of withoutCode(read(page)).matchAll(/\]\(([^)#\s]+\.md)/g)) {
      const file = join(dirname(page), target)
      if (pages.includes(file)) reached.add(file)
    }
  }
  expect(pages.filter((page) => !reached.has(page))).toEqual([])
})

function resolves(page: string, target: string): boolean {
  const [path = '', heading] = target.split('#')
  const file = path === '' ? page : join(dirname(page), path)
  if (!existsSync(join(root, file))) return false
  return heading === undefined || headingsOf(read(file)).includes(heading)
}

/** The anchors that GitHub gives to headings. */
function headingsOf(text: string): string[] {
  return [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function withoutCode(text: string): string {
  return text.replaceAll(/^```.*?^```$/gms, '')
}
