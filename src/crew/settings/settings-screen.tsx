import { useAtomValue } from 'jotai'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import LogOut from 'lucide-react/icons/log-out'
import { type ReactNode, useEffect, useState } from 'react'
import { useSiteName } from '#client/lib/boot.tsx'
import { isInstalled, isIos } from '#client/notifications/api/push.ts'
import { usePush } from '#client/notifications/api/use-push.ts'
import { paths } from '#client/paths.ts'
import { useSession } from '#client/people/api/use-session.ts'
import { Button, LinkButton } from '#client/ui/controls/button.tsx'
import { ThemeSwitch } from '#client/ui/controls/theme-switch.tsx'
import { PushControl } from '#client/ui/forms/push-control.tsx'
import { Switch } from '#client/ui/forms/switch.tsx'
import { Card, CardBody } from '#client/ui/layout/card.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { nameOrEmail } from '#contract/names.ts'
import { formatBytes } from '#contract/numbers.ts'
import { useHelpMail } from '../lib/help.ts'
import { install, useIsInstallable } from '../lib/install.ts'
import { isOnWifi } from '../lib/network.ts'
import { setPreferences, usePreferences } from '../lib/preferences.ts'
import { Screen } from '../lib/screen.tsx'
import { openCountAtom } from '../queue/atoms.ts'
import { BoatAssignment } from './boat-assignment.tsx'

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card as="section">
      <CardBody>
        <Text as="h2" look="subheading">
          {title}
        </Text>
        {children}
      </CardBody>
    </Card>
  )
}

function Profile() {
  const { user } = useSession()
  if (!user) return null
  const shownName = nameOrEmail(user)
  return (
    <Part title="Profile">
      <div>
        <Text look="subheading" breakable>
          {shownName}
        </Text>
        {shownName !== user.email && <Muted breakable>{user.email}</Muted>}
      </div>
    </Part>
  )
}

/** The switch is the preference; the control under it says what is true of this device. */
function Notifications() {
  const { notifications } = usePreferences()
  const push = usePush()
  const toggle = (on: boolean) => {
    setPreferences({ notifications: on })
    if (on && (push.state === 'ask' || push.state === 'off')) void push.turnOn()
    if (!on && push.state === 'on') void push.turnOff()
  }
  return (
    <>
      <Switch
        label="Push notifications"
        name="notifications"
        checked={notifications}
        onChange={toggle}
        hint="When a video is uploaded or posted while the app is in the background, and when there is news for you."
      />
      {notifications && <PushControl push={push} size="wet" />}
    </>
  )
}

function Uploads() {
  const { wifiOnly } = usePreferences()
  const canTell = isOnWifi() !== null
  return (
    <Switch
      label="Upload on Wi-Fi only"
      name="wifiOnly"
      checked={wifiOnly && canTell}
      disabled={!canTell}
      onChange={on => setPreferences({ wifiOnly: on })}
      hint={
        canTell ? 'Videos wait in the queue for Wi-Fi.' : 'This browser can’t tell Wi-Fi from mobile data.'
      }
    />
  )
}

function Installation() {
  const isInstallable = useIsInstallable()
  if (isInstallable)
    return (
      <Button size="wet" variant="secondary" onClick={install}>
        Install App
      </Button>
    )
  return isIos() && !isInstalled() ? (
    <p>To install the app, tap Share in Safari, then “Add to Home Screen”.</p>
  ) : null
}

async function storageText(): Promise<string> {
  try {
    const { usage = 0, quota = 0 } = await navigator.storage.estimate()
    return `${formatBytes(usage)} used, ${formatBytes(Math.max(0, quota - usage))} free on this device`
  } catch {
    return 'This browser doesn’t report free space.'
  }
}

function Storage() {
  const [text, setText] = useState('Checking storage...')
  useEffect(() => void storageText().then(setText), [])
  return (
    <Part title="Storage">
      <p>{text}</p>
    </Part>
  )
}

function Leave() {
  const open = useAtomValue(openCountAtom)
  return (
    <Part title="Account">
      {open > 0 && (
        <p>
          {open === 1 ? '1 video is' : `${open} videos are`} still in the queue. If you sign out, they stay on
          this device and continue when you sign in again.
        </p>
      )}
      <Row gap="3">
        <LinkButton size="wet" variant="secondary" href={useHelpMail('Help')}>
          <LifeBuoy size={22} />
          Help &amp; Support
        </LinkButton>
        <LinkButton size="wet" variant="secondary" href={paths.logout()}>
          <LogOut size={22} />
          Sign Out
        </LinkButton>
        <LinkButton size="wet" variant="ghost" href={paths.home()}>
          {`${useSiteName()} home`}
        </LinkButton>
      </Row>
    </Part>
  )
}

export default function SettingsScreen() {
  return (
    <Screen title="Settings">
      <Profile />
      <Part title="Boat">
        <BoatAssignment />
      </Part>
      <Part title="This device">
        <Notifications />
        <Uploads />
        <Stack align="start" gap="2">
          <p>Appearance</p>
          <ThemeSwitch />
        </Stack>
        <Installation />
      </Part>
      <Storage />
      <Leave />
    </Screen>
  )
}
