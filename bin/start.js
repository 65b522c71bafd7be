import { existsSync } from 'node:fs'

/** A clone runs the TypeScript as it is; a package has JavaScript, because Node strips no types under node_modules. */
export async function start() {
  endWithLauncher()
  const source = new URL('../src/cli/main.ts', import.meta.url)
  await import(existsSync(source) ? source.href : '../src/cli/main.js')
}

/** Ends this process in order if it was started by another Node that is gone, which SIGKILL does not announce. */
function endWithLauncher() {
  const hasLauncher = process.env.CASEGATE_LAUNCHER !== undefined
  delete process.env.CASEGATE_LAUNCHER
  if (!hasLauncher) return
  const end = () => process.kill(process.pid, 'SIGTERM')
  if (!process.connected) return end()
  process.once('disconnect', end)
  // The channel alone does not keep the process running.
  process.channel?.unref()
}
