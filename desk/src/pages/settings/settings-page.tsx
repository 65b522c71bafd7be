import { Checkbox } from '../../ui/elements/inputs'
import { Stack } from '../../ui/elements/stack'
import { useState } from 'react'
import { PageHead } from '../../ui/display/page-head'
import { Field } from '../../ui/form/inputs/field'
import { Panel } from '../../ui/form/panel'
import { usePreferences } from '../../session/preferences'
import { OwnPasskeysPanel } from '../sign-in/own-passkeys-page'
import { canNotify } from './notifications'

/** What a person can choose for the desk in this browser, and how the person signs in. */
export function SettingsPage() {
  return (
    <Stack className="settings">
      <PageHead title="Your settings" hint="They apply to you in this browser." />
      <NotificationSettings />
      <SendingSettings />
      <OwnPasskeysPanel />
    </Stack>
  )
}

function NotificationSettings() {
  const [{ notifies, playsSound }, change] = usePreferences()
  const [permission, setPermission] = useState(() => (canNotify() ? Notification.permission : 'unsupported'))
  const isOn = notifies && permission === 'granted'

  /** Browsers ask once. After that, only their own settings change the answer. */
  async function turn(on: boolean) {
    if (!on) return change({ notifies: false })
    const answer = await Notification.requestPermission()
    setPermission(answer)
    change({ notifies: answer === 'granted' })
  }
  return (
    <Panel
      title="Notifications"
      hint="Your browser tells you when somebody assigns a case to you, when a customer writes in a case of yours, and when somebody takes a case from you. It does not tell you about what you do yourself, nor about a case that you are looking at."
    >
      {permission === 'unsupported' ? (
        <p>This browser shows no notifications here.</p>
      ) : (
        <>
          <Field label="Show notifications" inline>
            <Checkbox checked={isOn} onChange={({ target }) => void turn(target.checked)} />
          </Field>
          {isOn && (
            <Field label="With a sound" hint="Your system may have its own setting for it." inline>
              <Checkbox checked={playsSound} onChange={({ target }) => change({ playsSound: target.checked })} />
            </Field>
          )}
          {permission === 'denied' && (
            <p role="alert" className="problem">
              Your browser blocks notifications of this page. Allow them in the settings of the browser, beside the
              address.
            </p>
          )}
        </>
      )}
    </Panel>
  )
}

function SendingSettings() {
  const [{ delaysSending }, change] = usePreferences()
  return (
    <Panel title="Sending">
      <Field label="Wait 5 seconds before sending" hint="Until then you can undo it. Closing the page sends." inline>
        <Checkbox checked={delaysSending} onChange={({ target }) => change({ delaysSending: target.checked })} />
      </Field>
    </Panel>
  )
}
