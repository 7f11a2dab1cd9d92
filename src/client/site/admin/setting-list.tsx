import { Fragment } from 'react'
import { settingsQuery } from '#client/site/api/admin.ts'
import { Data } from '#client/ui/layout/data.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { List } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Badge } from '#client/ui/marks/badge.tsx'
import type { AdminSettings } from '#contract/site/admin.ts'
import { AdminRow } from './rows.tsx'

/** Lines break after underscores. */
const breakable = (name: string) =>
  name.split(/(?<=_)/).map(part => (
    <Fragment key={part}>
      {part}
      <wbr />
    </Fragment>
  ))

export const SettingList = () => (
  <Section
    id="settings"
    title="Settings"
    description="From the server’s environment. To change one, set it there and restart the server."
  >
    <Data<AdminSettings> query={settingsQuery()} what="The settings" shape="block">
      {({ settings }) => (
        <List>
          {settings.map(({ name, value, source }) => (
            <AdminRow
              key={name}
              id={name}
              action={source === 'environment' && <Badge tone="info">Set</Badge>}
            >
              <Text weight="semibold">{breakable(name)}</Text>
              <Muted small>{value}</Muted>
            </AdminRow>
          ))}
        </List>
      )}
    </Data>
  </Section>
)
