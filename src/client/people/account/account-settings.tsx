import Bell from 'lucide-react/icons/bell'
import type { ReactNode } from 'react'
import { paths } from '#client/paths.ts'
import { sessionQuery, sessionsQuery } from '#client/people/api/account.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { Data, LoadFailed } from '#client/ui/layout/data.tsx'
import type { ClientUser } from '#contract/people/auth.ts'
import { EmailForm } from './email-form.tsx'
import { NamesForm } from './names-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { PictureForm } from './picture-form.tsx'
import { SessionsList } from './sessions-list.tsx'
import { Settings, SettingsList } from './settings.tsx'

interface AccountSettingsProps {
  dataExport: ReactNode
  deletion: ReactNode
}

export function AccountSettings({ dataExport, deletion }: AccountSettingsProps) {
  return (
    <SettingsList>
      <Data query={sessionQuery()} what="Your settings" count={2}>
        {({ user }) => (user ? <OwnSettings user={user} /> : <LoadFailed what="Your settings" />)}
      </Data>
      <Settings id="notifications" title="Notifications" description="What you hear about, and how.">
        <div>
          <LinkButton href={paths.notificationSettings()} variant="secondary">
            <Bell size={20} />
            Notification Settings
          </LinkButton>
        </div>
      </Settings>
      <Settings
        id="devices"
        title="Devices"
        description="Sign out devices you don't recognise, then change your password."
      >
        <Data query={sessionsQuery()} what="Your devices" shape="row" count={2}>
          {sessions => <SessionsList sessions={sessions} />}
        </Data>
      </Settings>
      <Settings
        id="data"
        title="Your data"
        description="One file with everything that this site stores about you: texts, payments, pictures and videos."
      >
        {dataExport}
      </Settings>
      <Settings
        id="delete"
        title="Delete account"
        description="Deletes your personal data. Payment records stay, without your name."
      >
        {deletion}
      </Settings>
    </SettingsList>
  )
}

function OwnSettings({ user }: { user: ClientUser }) {
  return (
    <>
      <Settings id="picture" title="Picture" description="Shown next to your name.">
        <PictureForm user={user} />
      </Settings>
      <Settings id="name" title="Name" description="Captains see it next to your funding.">
        <NamesForm user={user} />
      </Settings>
      <Settings id="email" title="Email" description="You sign in with it and get our mail there.">
        <EmailForm user={user} />
      </Settings>
      <Settings id="password" title="Password" description="A new password signs out all your other devices.">
        <PasswordForm user={user} />
      </Settings>
    </>
  )
}
