import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, linkSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { demoStore } from '../support/database/stores.ts'
import { temporaryFolder } from '../support/folders.ts'
import { type RunOptions, runCasegate, watchServe } from '../support/server/process.ts'

const root = join(import.meta.dirname, '../..')
const program = join(root, 'bin/casegate.js')
const folder = temporaryFolder()
let store: Record<string, string>
beforeAll(async () => (store = await demoStore()))

const casegate = (args: string[], { env, ...given }: RunOptions = {}) =>
  runCasegate(args, { ...given, env: { ...store, ...env } })

/** Whether npm has installed a Node for this machine. */
const hasNodePackage = existsSync(join(root, 'node_modules', `node-${process.platform}-${process.arch}`))

/** Whether this machine has a command that runs another one on a terminal (util-linux). */
const hasScript = /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '')

/** A setting that makes Node report an old version. */
function olderNode(more = ''): Record<string, string> {
  const code = `Object.defineProperty(process, 'versions', { value: { node: '20.19.0' } });${more}`
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(code)}` }
}

describe('the process', () => {
  test('imports from standard input', async () => {
    expect(await casegate(['import', '-'], { input: '{"cases": []}' })).toMatchObject({ code: 0, stderr: '' })
    const stderr = 'Standard input is not valid JSON: Close brace expected at line 1, column 2.\n'
    expect(await casegate(['import', '-'], { input: '{' })).toEqual({ code: 1, stdout: '', stderr })
  })

  test('ends quietly if the reader of its output closes it', async () => {
    const child = spawn(process.execPath, [program, 'export'], { env: { PATH: process.env['PATH'], ...store } })
    child.stdout.once('data', () => child.stdout.destroy())
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
    expect([await text(child.stderr), await exited]).toEqual(['', 0])
  })

  test.runIf(hasScript)('has colours on a terminal, unless NO_COLOR is set', () => {
    const command = [process.execPath, program, 'session', 'list'].map((word) => `'${word}'`).join(' ')
    const onTerminal = (env: Record<string, string>) =>
      execFileSync('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], TERM: 'xterm', ...store, ...env },
      })
    expect(onTerminal({})).toContain('\x1b[1mID ')
    expect(onTerminal({ NO_COLOR: '1' })).not.toContain('\x1b')
  })

  test.runIf(hasScript)(
    'logs readable lines on a terminal, and says when Ctrl-C has stopped it',
    { tags: ['nightly'] },
    async () => {
      const command = `exec '${process.execPath}' '${program}' serve`
      const terminal = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
        env: { PATH: process.env['PATH'], TERM: 'xterm', PORT: '0', NO_COLOR: '1', ...store },
      })
      let output = ''
      let isStopping = false
      terminal.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk
        if (isStopping || !output.includes('Casegate is listening')) return
        isStopping = true
        terminal.stdin.write('\x03')
      })
      expect(await new Promise((resolve) => terminal.once('exit', resolve))).toBe(0)
      expect(output).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: Casegate is listening \{.*\}/m)
      expect(output).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: Casegate has stopped\r?$/m)
    },
  )

  test('reports the required version of Node if this one is too old', async () => {
    const { code, stdout, stderr } = await casegate(['schema'], { env: olderNode() })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^Casegate needs Node 24 or newer; this is Node 20\.19\.0\. .*\n$/)
  })

  test.runIf(hasNodePackage)(
    'runs on the Node among the packages if this one is too old',
    { tags: ['nightly'] },
    async () => {
      // Another Node than the one among the packages.
      const other = join(folder, 'node')
      try {
        linkSync(process.execPath, other)
      } catch {
        cpSync(process.execPath, other)
      }
      const env = olderNode('delete process.env.NODE_OPTIONS')
      const version = { code: 0, stdout: `${packageJson.version}\n`, stderr: '' }
      expect(await casegate(['--version'], { env, node: other })).toEqual(version)
      expect(await casegate(['no-such-command'], { env, node: other })).toMatchObject({ code: 2, stdout: '' })
      // Signals reach it, and its exit code is returned.
      const settings = { PATH: process.env['PATH'], PORT: '0', ...store, ...env }
      const serve = watchServe(spawn(other, [program, 'serve'], { env: settings }))
      await serve.url
      serve.child.kill('SIGTERM')
      expect(await serve.exited).toBe(0)
      // It ends in order even if the process that started it cannot pass a signal on.
      const killed = watchServe(spawn(other, [program, 'serve'], { env: settings }))
      const url = await killed.url
      killed.child.kill('SIGKILL')
      await expect.poll(() => fetch(`${url}/livez`).catch(() => 'ended')).toBe('ended')
    },
  )
})
