import type { ReactNode } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { textOf } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import {
  anyOwnBoatQuery,
  anyStaffTournamentQuery,
  anyTournamentQuery,
  changeNotificationSettings,
} from '#client/notifications/api/notifications.ts'
import { Field } from '#client/ui/forms/field.tsx'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { Switch } from '#client/ui/forms/switch.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Grid, Panel, Stack } from '#client/ui/layout/stack.tsx'
import { Muted } from '#client/ui/layout/text.tsx'
import { notificationKind } from '#contract/notifications/notification-kinds.ts'
import type { NotificationSettings } from '#contract/notifications/notifications.ts'
import {
  type Channel,
  type NotificationKind,
  type NotificationRole,
  notificationKinds,
} from '#contract/record.ts'
import { css } from '#styled/css/index.js'
import { groupRoles, quietProblem, type RoleGroups } from './settings.ts'
import { TimeZoneField } from './time-zone-field.tsx'

const titles: Record<NotificationRole, string> = {
  followers: 'Boats and tournaments you follow',
  captains: 'My boats',
  organisers: 'Tournaments you run',
  crew: 'Your crew',
}

const channelLabels: Record<Channel, string> = {
  push: 'Notification',
  mail: 'Mail',
  none: 'In Notifications only',
}

const isChannel = (text: string): text is Channel => text in channelLabels

const kindsOf = (role: NotificationRole) => Object.keys(notificationKinds[role]) as NotificationKind[]

/** Without the channels that are not in the form. */
function settingsOf(data: FormData, saved: NotificationSettings) {
  const channels = { ...saved.channels }
  for (const kind of Object.keys(channels) as NotificationKind[]) {
    const chosen = textOf(data, kind)
    if (isChannel(chosen)) channels[kind] = chosen
  }
  return {
    channels,
    quietFrom: textOf(data, 'quietFrom') || null,
    quietTo: textOf(data, 'quietTo') || null,
    timeZone: textOf(data, 'timeZone'),
    digest: data.has('digest'),
  }
}

export const SettingsForm = ({ settings }: { settings: NotificationSettings }) => (
  <OwnRoles>{roles => <FormOf roles={roles} settings={settings} />}</OwnRoles>
)

function FormOf({ roles, settings }: { roles: RoleGroups; settings: NotificationSettings }) {
  const { send, fail } = useApiMutation(changeNotificationSettings)
  const { sendsMail } = useBoot()

  const save = async (data: FormData) => {
    await send({ body: settingsOf(data, settings) })
    toast({ title: 'Notifications saved' })
  }

  return (
    <Form onSubmit={save} onError={fail} check={quietProblem}>
      <RoleList settings={settings} {...roles} />
      <Section id="quiet" title="Quiet hours">
        <Panel lifted padding="lg">
          <Stack gap="loose">
            <Muted>
              In these hours your devices stay silent. What happens meanwhile comes as one summary afterwards.
              Leave both empty for none.
            </Muted>
            <Grid columns="fields">
              <Field label="From" name="quietFrom" type="time" defaultValue={settings.quietFrom ?? ''} />
              <Field label="Until" name="quietTo" type="time" defaultValue={settings.quietTo ?? ''} />
              <TimeZoneField
                saved={settings.timeZone}
                isUnused={settings.timeZone === 'UTC' && settings.quietFrom === null && !settings.digest}
              />
            </Grid>
          </Stack>
        </Panel>
      </Section>
      {sendsMail && (
        <Section id="digest" title="Evening mail">
          <Panel lifted padding="lg">
            <Switch
              label="One mail in the evening"
              name="digest"
              defaultChecked={settings.digest}
              hint="On each day of a tournament that you follow, at 20:00: the leaders, what your boats did, and the latest news."
            />
          </Panel>
        </Section>
      )}
      <FormActions>
        <SubmitButton>Save</SubmitButton>
      </FormActions>
    </Form>
  )
}

/** What concerns the person comes first. Waits for all of it, so that nothing moves. */
function OwnRoles({ children }: { children(roles: RoleGroups): ReactNode }) {
  const { isCrew = false } = useBoot()
  return (
    <Data<unknown[]> query={anyOwnBoatQuery()}>
      {boats => (
        <Data<unknown[]> query={anyTournamentQuery()}>
          {own => (
            <Data<unknown[]> query={anyStaffTournamentQuery()}>
              {helped =>
                children(
                  groupRoles({
                    captains: boats.length > 0,
                    organisers: own.length + helped.length > 0,
                    crew: isCrew,
                  }),
                )
              }
            </Data>
          )}
        </Data>
      )}
    </Data>
  )
}

const others = css({ column: '5', paddingTop: '4' })
const opener = css({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 'touch',
  color: 'sea',
  cursor: 'pointer',
})

function RoleList({ settings, own, rest }: RoleGroups & { settings: NotificationSettings }) {
  const shown = (roles: readonly NotificationRole[]) =>
    roles.map(role => <Role key={role} role={role} settings={settings} />)
  return (
    <>
      {shown(own)}
      {rest.length > 0 && (
        <details>
          <summary className={opener}>Other kinds</summary>
          <div className={others}>{shown(rest)}</div>
        </details>
      )}
    </>
  )
}

function Role({ role, settings }: { role: NotificationRole; settings: NotificationSettings }) {
  return (
    <Section id={role} title={titles[role]}>
      <Panel lifted padding="lg">
        <Grid columns="fields">
          {kindsOf(role).map(kind => (
            <KindField key={kind} kind={kind} chosen={settings.channels[kind]} />
          ))}
        </Grid>
      </Panel>
    </Section>
  )
}

function KindField({ kind, chosen }: { kind: NotificationKind; chosen: Channel }) {
  const { sendsMail } = useBoot()
  const { label, hasOwnMail = false } = notificationKind(kind)
  const channels = (['push', 'mail', 'none'] as const).filter(
    channel => channel !== 'mail' || chosen === 'mail' || (sendsMail && !hasOwnMail),
  )
  return (
    <SelectField
      label={label}
      name={kind}
      options={channels.map(channel => ({ value: channel, label: channelLabels[channel] }))}
      defaultValue={chosen}
      hint={hasOwnMail && sendsMail ? 'You get a mail about it in any case.' : undefined}
    />
  )
}
