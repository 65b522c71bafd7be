import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export interface BackgroundProcess {
  child: ChildProcess
  /** Sends SIGTERM, and returns when the process has ended. */
  stop(): Promise<void>
}

/** Starts a program that runs until it is stopped, at the latest when this process exits. */
export function startInBackground(command: string, args: readonly string[], env: NodeJS.ProcessEnv): BackgroundProcess {
  const child = spawn(command, args, { stdio: 'ignore', env })
  const exited = once(child, 'exit')
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  return {
    child,
    async stop() {
      child.kill('SIGTERM')
      await exited
      process.off('exit', kill)
    },
  }
}
