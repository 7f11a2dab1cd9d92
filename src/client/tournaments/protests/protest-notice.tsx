import { useState } from 'react'
import { useNow } from '#client/lib/now.tsx'
import { paths } from '#client/paths.ts'
import { useSession } from '#client/people/api/use-session.ts'
import { ownEntriesQuery } from '#client/tournaments/api/entries.ts'
import { protestWindowQuery } from '#client/tournaments/api/protests.ts'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { countText, formatNumber } from '#contract/numbers.ts'
import type { OwnEntry } from '#contract/tournaments/entries.ts'
import type { ProtestWindow } from '#contract/tournaments/protests.ts'
import type { Entry, Tournament } from '#contract/tournaments/tournaments.ts'
import { FileProtest } from './file-protest.tsx'
import { isWindowOpen, WindowText } from './protest-window.tsx'

interface NoticeProps {
  tournament: Tournament
}

/** Protests of a tournament whose rules take them, or that has some. */
export const ProtestNotice = ({ tournament }: NoticeProps) =>
  tournament.ruled && (
    <Data query={protestWindowQuery(tournament.id)} optional>
      {window =>
        (window.until !== null || window.total + window.holds > 0) && (
          <Notice tournament={tournament} window={window} />
        )
      }
    </Data>
  )

function Notice({ tournament, window }: NoticeProps & { window: ProtestWindow }) {
  const { open, total, holds } = window
  return (
    <Section id="protests" title="Protests">
      <Stack gap="2" align="start">
        {total > 0 && (
          <Text weight="semibold">
            {countText(total, 'protest')}
            {open > 0 &&
              `, ${formatNumber(open)} open. Awards that ${open === 1 ? 'it' : 'they'} could change are on hold.`}
          </Text>
        )}
        {holds > 0 && (
          <Text weight="semibold">
            {holds === 1
              ? 'A boat is held: awards that it could change are on hold.'
              : `${formatNumber(holds)} boats are held: awards that they could change are on hold.`}
          </Text>
        )}
        <Muted>
          <WindowText window={window} />
        </Muted>
        <Row gap="3">
          <FileOwnProtest tournament={tournament} />
          {total + holds > 0 && (
            <TextLink href={paths.protests(tournament.id)} standalone>
              {total > 0 ? 'Read the protests' : 'Read why'}
            </TextLink>
          )}
        </Row>
      </Stack>
    </Section>
  )
}

/**
 * Lets captains of standing boats file while the window is open. The page transfers its queries elsewhere.
 * @param about the boat that the protest is about; else the captain chooses it
 */
export function FileOwnProtest({ tournament, about }: NoticeProps & { about?: Entry }) {
  const { isAuthenticated } = useSession()
  if (!isAuthenticated || !tournament.ruled) return null
  const quiet = { fallback: null, failed: null, transfer: false }
  return (
    <Data query={protestWindowQuery(tournament.id)} {...quiet}>
      {window =>
        window.until !== null && (
          <Data query={ownEntriesQuery(tournament.id)} {...quiet}>
            {ownEntries => (
              <FileButton tournament={tournament} ownEntries={ownEntries} window={window} about={about} />
            )}
          </Data>
        )
      }
    </Data>
  )
}

interface FileButtonProps extends NoticeProps {
  ownEntries: readonly OwnEntry[]
  window: ProtestWindow
  about: Entry | undefined
}

function FileButton({ tournament, ownEntries, window, about }: FileButtonProps) {
  const now = useNow()
  const from = tournament.entries.filter(({ id }) =>
    ownEntries.some(({ entryId, isOwner }) => isOwner && entryId === id),
  )
  const isOpen = isWindowOpen(window, tournament, now)
  // A protest that is being written stays, so that the server can say why it comes too late.
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  if (from.length === 0 || !wasOpen) return null
  return (
    <Row>
      <FileProtest tournament={tournament} from={from} about={about} />
    </Row>
  )
}
