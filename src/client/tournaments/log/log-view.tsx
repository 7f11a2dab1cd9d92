import Download from 'lucide-react/icons/download'
import ScrollText from 'lucide-react/icons/scroll-text'
import { useBoot } from '#client/lib/boot.tsx'
import { paths } from '#client/paths.ts'
import { logFilePath, logQuery } from '#client/tournaments/api/log.ts'
import { type LogWindow, windowOf } from '#client/tournaments/log-window.ts'
import { BackLink } from '#client/ui/controls/back-link.tsx'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted } from '#client/ui/layout/text.tsx'
import type { LogHead } from '#contract/tournaments/log-chain.ts'
import { css } from '#styled/css/index.js'
import { CheckLog } from './check-log.tsx'
import { LogList } from './log-list.tsx'

const about = css({ maxWidth: 'prose' })
const hash = css({ overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' })

interface Props {
  tournament: { id: string; name: string; endedAt?: string }
  head: LogHead
}

export function LogView({ tournament: { id, name, endedAt }, head }: Props) {
  const { search } = useBoot()
  const range = windowOf(new URLSearchParams(search).get('before'), head.seq)
  return (
    <>
      <PageHeader
        title="Catch Log"
        description={
          <>
            <BackLink href={paths.tournament(id)}>{name}</BackLink>
            <br />
            Everything that decides the tournament, as it happened. Nothing is changed or removed: a
            correction is a new line.
          </>
        }
      />
      {head.seq === 0 ? (
        <EmptyState
          icon={<ScrollText size={26} />}
          title={endedAt === undefined ? 'Nothing yet' : 'Nothing was logged'}
        />
      ) : (
        <>
          <Stack gap="3">
            <Row between>
              <Muted as="h2">{eventsText(range, head.seq)}</Muted>
              <Pages id={id} {...range} />
            </Row>
            <Data query={logQuery(id, range.first - 1)} what="The log" shape="block">
              {page => (
                <LogList
                  tournamentId={id}
                  page={page}
                  last={range.last}
                  isLatest={range.later === null}
                  endedAt={endedAt}
                />
              )}
            </Data>
            <Pages id={id} {...range} />
          </Stack>
          <Stack gap="3" className={about}>
            <p className={hash}>{`Head ${head.seq} · ${head.hash}`}</p>
            <CheckLog
              tournamentId={id}
              beside={
                <LinkButton href={logFilePath(id)} variant="secondary" download>
                  <Download size={20} />
                  Download
                </LinkButton>
              }
            />
            <Muted small>
              Each event carries the hash of the one before, so that none can be changed, removed or inserted
              alone. The operator of this server could rewrite the whole log, but not its copies: the number
              and hash on weigh slips, in the feed, in mails about results, on the big screen and in webhooks.
              A copy that doesn’t match proves it.
            </Muted>
          </Stack>
        </>
      )}
    </>
  )
}

const eventsText = ({ first, last }: LogWindow, total: number) =>
  first === last ? `Event ${first} of ${total}` : `Events ${first}–${last} of ${total}`

interface PagesProps {
  id: string
  earlier: number | null
  later: number | null
}

/** Links to other pages; nothing for a log that fits one page. */
function Pages({ id, earlier, later }: PagesProps) {
  if (earlier === null && later === null) return null
  return (
    <Row as="div" gap="4">
      {earlier !== null && (
        <TextLink href={paths.tournamentLog(id, earlier)} standalone>
          Earlier
        </TextLink>
      )}
      {later !== null && (
        <TextLink href={paths.tournamentLog(id, later)} standalone>
          Later
        </TextLink>
      )}
    </Row>
  )
}
