import './ui/elements/elements.css'
import './pages/layout/layout.css'
import './pages/queue/queue.css'
import './pages/case/case.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { App } from './app'
import { refreshSession } from './session/current-session'
import { pressOnce } from './pages/layout/shortcuts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id "root".')
// The list of cases returns to where it was left by itself.
history.scrollRestoration = 'manual'
window.addEventListener('keydown', pressOnce, { capture: true })
// Until then, the page shows its frame.
await refreshSession()
createRoot(root).render(
  <StrictMode>
    <Router base="/desk">
      <App />
    </Router>
  </StrictMode>,
)
