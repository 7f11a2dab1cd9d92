import { payoutText } from '#client/domain/shares.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Grid, Panel, Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { FundingClock } from '#client/ui/marks/funding-clock.tsx'
import { FundingBar } from '#client/ui/marks/progress.tsx'
import { DatesAndPlace } from '#client/ui/marks/relative-time.tsx'
import { fundingTexts as texts } from '#contract/money/funding-texts.ts'
import { isFromCode } from '#contract/qr-code.ts'
import type { BoatEntry } from '#contract/tournaments/boat-profiles.ts'
import { AmountLinks } from './amount-links.tsx'
import { InsiderCheck } from './insider-check.tsx'

interface QuickFundProps {
  /** Open ones. */
  entries: readonly BoatEntry[]
}

/** Entries in which a boat takes fundings now, with amounts to choose before signing in. */
export function QuickFund({ entries }: QuickFundProps) {
  if (entries.length === 0) return null
  return (
    <Section id="fund" title="Funding">
      <Grid columns="two">
        {entries.map((item, index) => (
          <OpenEntry key={item.entry.id} {...item} isFirst={index === 0} />
        ))}
      </Grid>
    </Section>
  )
}

/** @param isFirst only its button is orange */
function OpenEntry({ entry, tournament, isFirst }: BoatEntry & { isFirst: boolean }) {
  const fromCode = isFromCode(new URLSearchParams(useBoot().search))
  const { id, boat, currentFunding, fundingGoal } = entry
  return (
    <Panel as="article" padding="md" gap="3">
      <Stack gap="0" breakable>
        <Text as="h3" look="subheading" weight="bold" id={`fund-${id}`}>
          <TextLink href={paths.tournament(tournament.id)} standalone>
            {tournament.name}
          </TextLink>
        </Text>
        <Muted small>
          <DatesAndPlace tournament={tournament} />
        </Muted>
      </Stack>
      <FundingBar raised={currentFunding} goal={fundingGoal} label={`Funding of ${boat.name}`} />
      <Row between gap="3" rowGap="0">
        <Text look="small">{payoutText(entry)} go to backers</Text>
        {entry.closesAt !== tournament.endDate && <FundingClock closesAt={entry.closesAt} />}
      </Row>
      <InsiderCheck entryId={id}>
        {isBarred =>
          isBarred ? (
            <Muted breakable>{texts.insider}</Muted>
          ) : (
            <>
              <AmountLinks entry={entry} labelledBy={`fund-${id}`} />
              <LinkButton
                href={paths.funding(id, { fromCode })}
                variant={isFirst ? 'action' : 'secondary'}
                block
                aria-describedby={`fund-${id}`}
              >
                Fund This Boat
              </LinkButton>
            </>
          )
        }
      </InsiderCheck>
    </Panel>
  )
}
