import { useId } from 'react'
import { useBoot } from '#client/lib/boot.tsx'
import { radio } from '#client/ui/forms/choice-fields.tsx'
import { Panel } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import {
  type Channel,
  type NotificationKind,
  type NotificationRole,
  notificationKind,
  notificationKinds,
} from '#contract/notifications/notification-kinds.ts'
import type { NotificationSettings } from '#contract/notifications/notifications.ts'
import { css, cva, cx } from '#styled/css/index.js'
import type { RoleGroups } from './settings.ts'

const titles: Record<NotificationRole, string> = {
  followers: 'Boats and tournaments you follow',
  captains: 'Your boats',
  organisers: 'Tournaments you run',
  crew: 'Your crew',
}

const channelLabels: Record<Channel, string> = {
  push: 'Push',
  mail: 'Mail',
  none: 'In Notifications only',
}

export const isChannel = (text: string): text is Channel => text in channelLabels

const kindsOf = (role: NotificationRole) => Object.keys(notificationKinds[role]) as NotificationKind[]

const panel = css({ paddingInline: { base: '4', sm: '6' }, paddingBottom: '3' })
const columns = cva({
  base: { display: { base: 'flex', md: 'grid' }, flexWrap: 'wrap', columnGap: { base: '4', md: '0' } },
  variants: {
    hasMail: {
      true: { gridTemplateColumns: 'minmax(0, 1fr) 4.5rem 4.5rem 7.5rem' },
      false: { gridTemplateColumns: 'minmax(0, 1fr) 4.5rem 7.5rem' },
    },
  },
})
const head = css({
  mdDown: { display: 'none' },
  md: {
    position: 'sticky',
    top: '16',
    zIndex: '1',
    alignItems: 'end',
    marginInline: '-6',
    paddingInline: '6',
    paddingBlock: '3',
    backgroundColor: 'surface',
    borderTopRadius: 'lg',
    borderBottomWidth: '1px',
    borderColor: 'line',
    textStyle: 'label',
    textAlign: 'center',
  },
})
const roleTitle = css({ textStyle: 'subheading', fontWeight: 'bold', paddingTop: '5', paddingBottom: '1' })
const row = css({
  alignItems: 'center',
  paddingBlock: { base: '1.5', md: '0' },
  borderBottomWidth: '1px',
  borderColor: 'line',
})
const name = css({ flexBasis: 'full', minWidth: '0', fontWeight: 'medium', paddingBlock: { md: '2' } })
const cell = css({
  display: 'flex',
  alignItems: 'center',
  gap: '1.5',
  minHeight: 'touch',
  md: { justifyContent: 'center' },
  'label&': { cursor: 'pointer' },
})
const cellText = css({ textStyle: 'small', md: { srOnly: true } })
const shortText = css({ lineHeight: 'tight', maxWidth: '7rem' })
const opener = css({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 'touch',
  color: 'sea',
  cursor: 'pointer',
})

interface ChannelTableProps extends RoleGroups {
  settings: NotificationSettings
}

/** One row for each kind; the columns are the channels. */
export function ChannelTable({ settings: { channels: choices }, own, rest }: ChannelTableProps) {
  const { sendsMail } = useBoot()
  const hasMail = sendsMail || Object.values(choices).includes('mail')
  const channels = (['push', 'mail', 'none'] as const).filter(channel => channel !== 'mail' || hasMail)
  const rowsOf = (roles: readonly NotificationRole[]) =>
    roles.map(role => <Role key={role} role={role} channels={channels} choices={choices} />)
  return (
    <Panel lifted className={panel}>
      <div aria-hidden className={cx(columns({ hasMail }), head)}>
        <span />
        {channels.map(channel => (
          <span key={channel}>{channelLabels[channel]}</span>
        ))}
      </div>
      {rowsOf(own)}
      {rest.length > 0 && (
        <details>
          <summary className={opener}>Other kinds</summary>
          {rowsOf(rest)}
        </details>
      )}
    </Panel>
  )
}

interface ChannelsProps {
  channels: readonly Channel[]
  choices: NotificationSettings['channels']
}

const Role = ({ role, ...rest }: ChannelsProps & { role: NotificationRole }) => (
  <section aria-labelledby={`${role}-heading`}>
    <Text as="h3" id={`${role}-heading`} className={roleTitle}>
      {titles[role]}
    </Text>
    {kindsOf(role).map(kind => (
      <KindRow key={kind} kind={kind} {...rest} />
    ))}
  </section>
)

function KindRow({ kind, channels, choices }: ChannelsProps & { kind: NotificationKind }) {
  const id = useId()
  const { label, hasOwnMail = false } = notificationKind(kind)
  return (
    <div
      role="radiogroup"
      aria-labelledby={id}
      className={cx(columns({ hasMail: channels.includes('mail') }), row)}
    >
      <span id={id} className={name}>
        {label}
      </span>
      {channels.map(channel =>
        channel === 'mail' && hasOwnMail && choices[kind] !== 'mail' ? (
          <Muted key={channel} as="span" small className={cell}>
            <span className={cellText}>Mail: </span>always
          </Muted>
        ) : (
          <label key={channel} className={cell}>
            <input
              type="radio"
              name={kind}
              value={channel}
              defaultChecked={channel === choices[kind]}
              data-label={label}
              className={radio}
            />
            <span className={cx(cellText, shortText)}>{channelLabels[channel]}</span>
          </label>
        ),
      )}
    </div>
  )
}
