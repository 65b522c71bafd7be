import '@primer/primitives/dist/css/primitives.css'
import '@primer/primitives/dist/css/functional/themes/light.css'
import '@primer/primitives/dist/css/functional/themes/dark.css'
import './theme.css'
import './layout.css'
import './queue/queue.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { App } from './app'
import { refreshSession } from './session/current-session'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id "root".')
void refreshSession()
createRoot(root).render(
  <StrictMode>
    <Router base="/desk">
      <App />
    </Router>
  </StrictMode>,
)
