import { Fragment } from 'react'
import { settingsQuery } from '#client/site/api/admin.ts'
import { Data } from '#client/ui/layout/data.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { List, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { countText } from '#contract/numbers.ts'
import type { AdminSettings } from '#contract/site/admin.ts'
import { css } from '#styled/css/index.js'
import { AdminRow } from './rows.tsx'
import { settingGroups } from './setting-texts.ts'

const opener = css({
  display: 'flex',
  alignItems: 'center',
  minHeight: 'touch',
  paddingInline: '4',
  color: 'sea',
  fontWeight: 'semibold',
  cursor: 'pointer',
})
// A value goes to the next line as a whole; only one that is wider than a phone breaks.
const value = css({ fontWeight: 'semibold', fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' })
const inner = css({ '& > li': { borderTopWidth: '1px', borderColor: 'line' } })

type Setting = AdminSettings['settings'][number]

export const SettingList = () => (
  <Section
    id="settings"
    title="Settings"
    description="From the server’s environment. To change one, set it there and restart the server."
  >
    <Data query={settingsQuery()} what="The settings" shape="block">
      {({ settings }) => (
        <Stack gap="6">
          {settingGroups.map(({ title, about }) => (
            <Group
              key={title}
              title={title}
              about={about}
              settings={settings.filter(({ name }) => name in about)}
            />
          ))}
        </Stack>
      )}
    </Data>
  </Section>
)

interface GroupProps {
  title: string
  about: Readonly<Record<string, string>>
  settings: readonly Setting[]
}

/** Settings of a group: those that are set, and the others behind one line. */
function Group({ title, about, settings }: GroupProps) {
  const set = settings.filter(({ source }) => source === 'environment')
  const others = settings.filter(({ source }) => source === 'default')
  const rowOf = (setting: Setting) => (
    <SettingRow key={setting.name} setting={setting} about={about[setting.name] ?? ''} />
  )
  return (
    <Stack gap="2">
      <Text as="h3" look="subheading" weight="bold">
        {title}
      </Text>
      <List>
        {set.map(rowOf)}
        {others.length > 0 && (
          <li>
            <details>
              <summary className={opener}>
                {set.length === 0
                  ? `All ${others.length} have their default`
                  : `${countText(others.length, 'other')} with the default`}
              </summary>
              <ul className={inner}>{others.map(rowOf)}</ul>
            </details>
          </li>
        )}
      </List>
    </Stack>
  )
}

/** Lines break after underscores. */
const breakable = (name: string) =>
  name.split(/(?<=_)/).map(part => (
    <Fragment key={part}>
      {part}
      <wbr />
    </Fragment>
  ))

const SettingRow = ({ setting, about }: { setting: Setting; about: string }) => (
  <AdminRow id={setting.name} action={<span className={value}>{setting.value}</span>}>
    <Text weight="semibold">{breakable(setting.name)}</Text>
    <Muted small>{about}</Muted>
  </AdminRow>
)
