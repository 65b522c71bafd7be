import { readdirSync, readFileSync } from 'node:fs'

const msPerTick = 10

/** A file that Linux provides for a process; empty on other platforms and if the process has ended. */
export function readProc(pid: number | undefined, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** The fields of /proc/PID/stat after the name, which may contain spaces. */
function statOf(pid: number | undefined): string[] {
  return readProc(pid, 'stat').split(') ')[1]?.split(' ') ?? []
}

/** CPU time used so far in milliseconds; NaN if unknown. */
export function processCpuMs(pid: number | undefined): number {
  const [user, system] = statOf(pid).slice(11, 13)
  return (Number(user ?? NaN) + Number(system ?? NaN)) * msPerTick
}

/** CPU time that the children of a process that have ended used, in milliseconds. */
export function endedChildrenCpuMs(pid: number): number {
  const [user = NaN, system = NaN] = statOf(pid).slice(13, 15).map(Number)
  return (user + system) * msPerTick
}

/** CPU time that a process and its children have used so far, in milliseconds, with that of children that have ended. */
export function treeCpuMs(pid: number): number {
  const ended = endedChildrenCpuMs(pid)
  const children = childrenOf(pid).map((child) => processCpuMs(child))
  // A child may end before it is read. Its time is then among that of those that have ended.
  const running = children.filter((ms) => !Number.isNaN(ms)).reduce((sum, ms) => sum + ms, 0)
  return processCpuMs(pid) + ended + running
}

/** The parent of a process; NaN if unknown. */
export function parentOf(pid: number): number {
  return Number(statOf(pid)[1] ?? NaN)
}

/** The processes that a process has started. */
export function childrenOf(pid: number): number[] {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return processes.map(Number).filter((each) => parentOf(each) === pid)
}

/** The memory in bytes that a process does not share, with its page tables; NaN if unknown. */
export function privateMemory(pid: number): number {
  const [, anonymous] = /^Pss_Anon:\s+(\d+) kB/m.exec(readProc(pid, 'smaps_rollup')) ?? []
  const [, pageTables] = /^VmPTE:\s+(\d+) kB/m.exec(readProc(pid, 'status')) ?? []
  return (Number(anonymous ?? NaN) + Number(pageTables ?? NaN)) * 1024
}
