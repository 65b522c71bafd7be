/** The arithmetic of the service: src/sla/working-time.ts, which Vite finds by this name. */
declare module 'working-time' {
  interface WorkingTime {
    /** The first instant at which so much working time after `from` is used up. Null if there is not enough in 200 years. */
    dueAfter(from: number, ms: number): number | null
  }

  export const allHours: WorkingTime
  export function workingTime(hours: {
    timeZone: string
    hours: readonly { weekday: number; from: number; to: number }[]
    holidays: readonly string[]
  }): WorkingTime
}
