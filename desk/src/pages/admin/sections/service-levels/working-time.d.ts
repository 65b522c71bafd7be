/** The arithmetic of the service: src/sla/working-time.ts, which Vite finds by this name. */
declare module 'working-time' {
  interface WorkingTime {
    /** The first instant at which the minutes of working time after `from` are used up. Null if there are not enough in 200 years. */
    dueAt(from: number, minutes: number): number | null
  }

  export const allHours: WorkingTime
  export function workingTime(hours: {
    timeZone: string
    hours: readonly { weekday: number; from: number; to: number }[]
    holidays: readonly string[]
  }): WorkingTime
}
