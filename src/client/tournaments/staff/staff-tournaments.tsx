import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { useViewerId } from '#client/lib/boot.tsx'
import type { PagedList } from '#client/lib/query.tsx'
import { toast } from '#client/lib/toast.ts'
import { paths } from '#client/paths.ts'
import { removeStaff, staffTournamentsQuery } from '#client/tournaments/api/staff.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { TextLink } from '#client/ui/controls/link.tsx'
import { PagedData } from '#client/ui/layout/data.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { PagedItems } from '#client/ui/layout/show-more.tsx'
import { Panel, Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { DatesAndPlace } from '#client/ui/marks/relative-time.tsx'
import { ConfirmButton } from '#client/ui/overlays/dialog-button.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { StaffTournament } from '#contract/tournaments/staff.ts'
import { css } from '#styled/css/index.js'
import { roleWords } from './role-words.ts'

/** Tournaments whose staff the viewer is on; nothing without any. */
export const StaffTournaments = () => (
  <PagedData query={staffTournamentsQuery()} fallback={null} what="The tournaments you help with">
    {list => list.items.length > 0 && <Helping list={list} />}
  </PagedData>
)

function Helping({ list }: { list: PagedList<StaffTournament> }) {
  return (
    <Section id="helping" title="You help with">
      <PagedItems list={list} what="tournaments" gap="grid">
        <Stack as="ul" gap="3">
          {list.items.map(each => (
            <Item key={each.tournament.id} {...each} />
          ))}
        </Stack>
      </PagedItems>
    </Section>
  )
}

const item = css({ padding: '4' })
const words = css({ flex: '1 1 14rem' })

function Item({ role, tournament }: StaffTournament) {
  const { id, name, status } = tournament
  const viewerId = useViewerId()
  const removal = useApiMutation(removeStaff, 'Failed to leave. Please try again.')
  const isLive = status === 'active'

  const leave = async () => {
    await removal.send({ params: { id, userId: viewerId } })
    toast({ title: 'You left the staff', description: `Of ${name}.` })
  }

  return (
    <Panel as="li" className={item}>
      <Row between gap="3">
        <Stack gap="1" breakable className={words}>
          <Text as="h3" look="figure" breakable>
            <TextLink href={paths.tournament(id)}>{name}</TextLink>
          </Text>
          <Muted small>
            <DatesAndPlace tournament={tournament} />
          </Muted>
          <Text weight="medium">{roleWords[role]}</Text>
        </Stack>
        <Row>
          <ConfirmButton
            variant="ghost"
            label="Leave"
            about={` ${name}`}
            title={`Leave the staff of ${name}?`}
            description="You can come back only with a new invitation."
            confirmLabel="Leave"
            destructive
            onConfirm={leave}
            onError={removal.fail}
          />
          <LinkButton
            href={paths.manageTournament(id, isLive ? 'weigh-in' : undefined)}
            variant={isLive ? 'primary' : 'secondary'}
          >
            {isLive ? 'Weigh In' : 'Manage'}
            <VisuallyHidden> {name}</VisuallyHidden>
          </LinkButton>
        </Row>
      </Row>
    </Panel>
  )
}
