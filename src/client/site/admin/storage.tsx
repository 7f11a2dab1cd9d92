import { storageQuery } from '#client/site/api/admin.ts'
import { Data } from '#client/ui/layout/data.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { List } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { countText, formatBytes } from '#contract/numbers.ts'
import { AdminRow } from './rows.tsx'

export const Storage = () => (
  <Section id="storage" title="Storage" description="What takes how much of the server’s disk.">
    <Data query={storageQuery()} what="The storage" shape="row" count={10}>
      {({ kinds, freeBytes }) => (
        <List>
          {kinds.map(({ id, name, files, bytes }) => (
            <AdminRow key={id} action={<Text tabular>{bytes === 0 ? 'Nothing' : formatBytes(bytes)}</Text>}>
              <Text weight="semibold">{name}</Text>
              {files !== null && <Muted small>{countText(files, 'file')}</Muted>}
            </AdminRow>
          ))}
          <AdminRow action={<Text tabular>{formatBytes(freeBytes)}</Text>}>
            <Text weight="semibold">Free</Text>
          </AdminRow>
        </List>
      )}
    </Data>
  </Section>
)
