import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { agentPages, typedDocuments } from '../../desk/typed-documents.ts'
import { temporaryFolder } from '../support/folders.ts'

const root = join(import.meta.dirname, '../..')

test('the desk does not compile if an error code has no message', async () => {
  const codes =
    /(enum (?:CreateCase|Update|Assign|Unassign|TakeNext|AddComments|EditComment|RemoveComment)\w*ErrorCode \{)/g
  let enums = 0
  const add = (start: string) => `${start}\n  """A new one."""\n  brandNew${++enums}\n`
  const schema = readFileSync(join(root, 'schema.graphql'), 'utf8').replace(codes, add)
  expect(enums).toBe(8)
  const folder = temporaryFolder()
  cpSync(join(root, 'desk'), folder, { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  const sources = join(folder, 'src')
  const types = await typedDocuments(schema, sources, agentPages)
  for (const [file, text] of Object.entries(types)) writeFileSync(join(sources, file), text)
  const options = { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' } as const
  const { status, stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['--checkers', '1'], options)
  expect(status).not.toBe(0)
  const errors = stdout.split('\n').filter((line) => line.includes('error TS'))
  expect(errors).toEqual([expect.stringMatching(/^src\/ui\/form\/problems\/problems\.ts.*'never'/)])
  for (let i = 1; i <= enums; i++) expect(errors[0]).toContain(`"brandNew${i}"`)
})
