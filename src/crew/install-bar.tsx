import { useState } from 'react'
import { Button } from '#client/ui/controls/button.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { Bar } from './lib/bar.tsx'
import { install, useIsInstallable } from './lib/install.ts'
import { setPreferences, usePreferences } from './lib/preferences.ts'

/** Offer to install the app, until it is declined once; then Settings has the button. */
export function InstallBar() {
  const isInstallable = useIsInstallable()
  // An offer that arrives later must not move the view.
  const [wasInstallable] = useState(isInstallable)
  const { installDeclined } = usePreferences()
  if (!wasInstallable || !isInstallable || installDeclined) return null
  return (
    <Bar>
      Install the app to open it without a network.
      <Row>
        <Button size="wet" onClick={install}>
          Install
        </Button>
        <Button size="wet" variant="ghost" onClick={() => setPreferences({ installDeclined: true })}>
          Not Now
        </Button>
      </Row>
    </Bar>
  )
}
