import { Data, LoadFailed } from '#client/ui/layout/data.tsx'
import type { ClientUser, SessionAnswer, SessionInfo } from '#contract/auth.ts'
import { sessionQuery, sessionsQuery } from './account.queries.ts'
import { DeleteAccount } from './delete-account.tsx'
import { EmailForm } from './email-form.tsx'
import { NamesForm } from './names-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { PictureForm } from './picture-form.tsx'
import { SessionsList } from './sessions-list.tsx'
import { Settings, SettingsList } from './settings.tsx'

export function AccountSettings() {
  return (
    <SettingsList>
      <Data<SessionAnswer> query={sessionQuery()} what="Your settings" count={2}>
        {({ user }) => (user ? <OwnSettings user={user} /> : <LoadFailed what="Your settings" />)}
      </Data>
      <Settings
        id="devices"
        title="Devices"
        description="Where you are signed in. End what you do not know, and change your password then."
      >
        <Data<SessionInfo[]> query={sessionsQuery()} what="Your devices" shape="row" count={2}>
          {sessions => <SessionsList sessions={sessions} />}
        </Data>
      </Settings>
      <Settings
        id="delete"
        title="Delete account"
        description="Your personal data goes. Records of money stay, without your name."
      >
        <DeleteAccount />
      </Settings>
    </SettingsList>
  )
}

function OwnSettings({ user }: { user: ClientUser }) {
  return (
    <>
      <Settings id="picture" title="Picture" description="Shown beside your name.">
        <PictureForm user={user} />
      </Settings>
      <Settings id="name" title="Name" description="Captains see it beside what you fund.">
        <NamesForm user={user} />
      </Settings>
      <Settings id="email" title="Email" description="You sign in with it, and what we send goes there.">
        <EmailForm user={user} />
      </Settings>
      <Settings
        id="password"
        title="Password"
        description="A new password signs out every device but this one."
      >
        <PasswordForm user={user} />
      </Settings>
    </>
  )
}
