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
import { Switch } from '#client/ui/forms/switch.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Grid, Panel, Stack } from '#client/ui/layout/stack.tsx'
import { Muted } from '#client/ui/layout/text.tsx'
import type { NotificationKind } from '#contract/notifications/notification-kinds.ts'
import type { NotificationSettings } from '#contract/notifications/notifications.ts'
import { ChannelTable, isChannel } from './channel-table.tsx'
import { groupRoles, quietProblem, type RoleGroups } from './settings.ts'
import { TimeZoneField } from './time-zone-field.tsx'

/** Returns the form's settings; channels that aren't in the form keep their saved values. */
function settingsOf(data: FormData, settings: NotificationSettings) {
  const channels = { ...settings.channels }
  for (const kind of Object.keys(channels) as NotificationKind[]) {
    const channel = textOf(data, kind)
    if (isChannel(channel)) channels[kind] = channel
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
    toast({ title: 'Notification settings saved' })
  }

  return (
    <Form onSubmit={save} onError={fail} check={quietProblem}>
      <Stack gap="sections">
        <Section
          id="kinds"
          title="What you hear about"
          description="Everything is listed in Notifications. Choose what you also get as a push or a mail."
        >
          <ChannelTable settings={settings} {...roles} />
        </Section>
        <Section id="quiet" title="Quiet hours">
          <Panel lifted padding="lg" gap="5">
            <Muted>
              Your devices stay silent during these hours. Afterwards you get one summary of what you missed.
              Leave both empty to turn them off.
            </Muted>
            <Grid columns="fields">
              <Field label="From" name="quietFrom" type="time" defaultValue={settings.quietFrom ?? ''} />
              <Field label="Until" name="quietTo" type="time" defaultValue={settings.quietTo ?? ''} />
              <TimeZoneField
                savedZone={settings.timeZone}
                isUnused={settings.timeZone === 'UTC' && settings.quietFrom === null && !settings.digest}
              />
            </Grid>
          </Panel>
        </Section>
        {sendsMail && (
          <Section id="digest" title="Evening mail">
            <Panel lifted padding="lg">
              <Switch
                label="One mail in the evening"
                name="digest"
                defaultChecked={settings.digest}
                hint="At 8 PM on each day of a tournament you follow: the leaders and the latest news."
              />
            </Panel>
          </Section>
        )}
        <FormActions>
          <SubmitButton>Save</SubmitButton>
        </FormActions>
      </Stack>
    </Form>
  )
}

/** The person's own topics come first. Waits for all of them, so that nothing moves. */
function OwnRoles({ children }: { children(roles: RoleGroups): ReactNode }) {
  const { isCrew = false } = useBoot()
  return (
    <Data query={anyOwnBoatQuery()}>
      {boats => (
        <Data query={anyTournamentQuery()}>
          {own => (
            <Data query={anyStaffTournamentQuery()}>
              {staffTournaments =>
                children(
                  groupRoles({
                    captains: boats.length > 0,
                    organisers: own.length + staffTournaments.length > 0,
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
