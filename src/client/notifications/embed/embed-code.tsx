import { useId, useState } from 'react'
import { useNow } from '#client/lib/now.tsx'
import { copy } from '#client/lib/share.ts'
import { embedQuery } from '#client/tournaments/api/tournaments.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { FormCard } from '#client/ui/forms/form-card.tsx'
import { SelectField } from '#client/ui/forms/select-field.tsx'
import { TextareaField } from '#client/ui/forms/textarea-field.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { DateOnly } from '#client/ui/marks/relative-time.tsx'
import type { EmbedAddresses, Tournament } from '#contract/tournaments/tournaments.ts'
import { iframeCode } from './iframe-code.ts'

const themes = [
  { value: 'system', label: 'As the reader’s device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** Code and addresses to show a tournament on other sites. */
export const EmbedCode = ({ tournament }: { tournament: Tournament }) => (
  <Section
    id="embed"
    title="On Your Own Site"
    description="The leaderboard for a page of your club, and a feed of updates."
  >
    <Data query={embedQuery(tournament.id)} what="The code" shape="block">
      {addresses => <Codes addresses={addresses} name={tournament.name} />}
    </Data>
  </Section>
)

function Codes({
  addresses: { leaderboard, feed, passEndsAt },
  name,
}: {
  addresses: EmbedAddresses
  name: string
}) {
  const now = useNow()
  const isLocked = passEndsAt !== null && Date.parse(passEndsAt) < now
  const [theme, setTheme] = useState('system')
  const url = new URL(leaderboard)
  if (theme !== 'system') url.searchParams.set('theme', theme)
  const code = iframeCode(url.href, name)
  const codeId = useId()
  return (
    <FormCard gap="4">
      {passEndsAt !== null && isLocked && (
        <Text weight="semibold">
          Locked since <DateOnly iso={passEndsAt} />: this site needs a password, and a pass ends 30 days
          after the tournament, or with its cancellation. Other sites show that the leaderboard is locked, and
          the feed is empty.
        </Text>
      )}
      <SelectField
        label="Colours"
        name="theme"
        options={themes}
        value={theme}
        onChange={event => setTheme(event.currentTarget.value)}
      />
      <TextareaField
        key={code}
        label="Code"
        name="embed-code"
        aria-describedby={codeId}
        value={code}
        readOnly
        rows={4}
        onFocus={event => event.currentTarget.select()}
      />
      <Muted small id={codeId}>
        Paste it into the page’s HTML. It fits any width from 280 pixels and follows the weigh-ins.
        {passEndsAt !== null && !isLocked && (
          <>
            {' '}
            It holds a pass: anyone who reads that page can open this site until <DateOnly iso={passEndsAt} />
            .
          </>
        )}
      </Muted>
      <Row gap="3">
        <Button variant="action" onClick={() => void copy('Code', code)}>
          Copy Code
        </Button>
        <TextLink href={url.href} target="_blank" rel="noopener" standalone>
          Preview
        </TextLink>
      </Row>
      <Field
        label="Feed (Atom)"
        name="feed"
        value={feed}
        readOnly
        onFocus={event => event.currentTarget.select()}
        hint="For feed readers and other programs: the last 50 updates and announcements."
      />
      <Row>
        <Button variant="secondary" onClick={() => void copy('Address', feed)}>
          Copy Address
        </Button>
      </Row>
    </FormCard>
  )
}
