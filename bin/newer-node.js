import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Runs the same command on the Node that came along with the packages; false where there is none, or this is it. */
export function runWithNewerNode() {
  const newer = nodeAmongPackages()
  if (newer === undefined || newer === realpathSync(process.execPath)) return false
  const program = fileURLToPath(new URL('casegate.js', import.meta.url))
  const child = spawn(newer, ['--max-semi-space-size=16', program, ...process.argv.slice(2)], {
    // The channel closes when this process is killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: Object.assign({}, process.env, { CASEGATE_LAUNCHER: 'on' }),
  })
  // A terminal sends SIGINT to both processes. A second one would end the command immediately.
  process.on('SIGINT', (signal) => process.stdin.isTTY || child.kill(signal))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(error.message)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    if (signal === null) return process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
  return true
}

function nodeAmongPackages() {
  try {
    const require = createRequire(import.meta.url)
    const manifest = require.resolve(`node-${process.platform}-${process.arch}/package.json`)
    return realpathSync(join(dirname(manifest), 'bin', 'node'))
  } catch {
    return undefined
  }
}
