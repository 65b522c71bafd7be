/** After this time without input, the viewer is away although the page is visible. */
const awayAfterMs = 120_000

let lastInputAt = performance.now()

for (const type of ['focus', 'input', 'keydown', 'pointerdown', 'pointermove', 'visibilitychange', 'wheel'])
  window.addEventListener(type, () => (lastInputAt = performance.now()), { capture: true, passive: true })

/**
 * Whether nobody looks at the page. Then it tells and asks nothing by itself: others would be told that the viewer is there, and the
 * session would never be idle.
 */
export function isAway(): boolean {
  return document.hidden || performance.now() - lastInputAt > awayAfterMs
}

/** Calls the function at intervals, and whenever the page is hidden or shown again. Returns a function that ends this. */
export function atIntervals(ms: number, act: () => void): () => void {
  const timer = setInterval(act, ms)
  document.addEventListener('visibilitychange', act)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', act)
  }
}
