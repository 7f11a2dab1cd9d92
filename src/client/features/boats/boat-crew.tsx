import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fullName } from '#client/domain/names.ts'
import { request } from '#client/lib/request.ts'
import { tellFailure } from '#client/lib/submit.ts'
import { toast } from '#client/lib/toast.ts'
import { paths } from '#client/paths.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { Loading } from '#client/ui/layout/skeleton.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { VisuallyHidden } from '#client/ui/layout/visually-hidden.tsx'
import { Badge } from '#client/ui/marks/badge.tsx'
import { ConfirmButton } from '#client/ui/overlays/dialog-button.tsx'
import type { Boat } from '#contract/boats.ts'
import type { CrewMember } from '#contract/crew-members.ts'
import { css } from '#styled/css/index.js'
import { boatPath, crewQuery } from './boats.queries.ts'

const frame = css({
  display: 'flex',
  flexDirection: 'column',
  gap: '2',
  paddingTop: '3',
  borderTopWidth: '1px',
  borderColor: 'line',
})
const item = css({ display: 'flex', flexDirection: 'column', gap: '1.5' })
const top = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '3', rowGap: '1' })
const line = css({ height: '5' })

/** Who crews a boat and who asks to, for its owner to say yes or no. */
export function BoatCrew({ boat }: { boat: Boat }) {
  return (
    <section aria-label={`Crew of ${boat.name}`} className={frame}>
      <Text as="h4" look="label">
        Crew
      </Text>
      <Data<CrewMember[]>
        query={crewQuery(boat.id)}
        fallback={<Loading shape="line" className={line} />}
        failed={
          <Muted small breakable>
            The crew could not be loaded. Load the page again.
          </Muted>
        }
      >
        {members =>
          members.length === 0 ? (
            <Muted small breakable>
              No crew yet. They choose this boat in the{' '}
              <TextLink href={paths.crewSettings()}>crew app</TextLink>, and you approve them.
            </Muted>
          ) : (
            <Stack as="ul" gap="snug">
              {members.map(member => (
                <Member key={member.userId} member={member} boat={boat} />
              ))}
            </Stack>
          )
        }
      </Data>
    </section>
  )
}

function Member({ member, boat }: { member: CrewMember; boat: Boat }) {
  const client = useQueryClient()
  const [pending, setPending] = useState(false)
  const who = fullName(member)

  const answer = async (approved: boolean) => {
    const path = `${boatPath(boat.id)}/crew/${encodeURIComponent(member.userId)}`
    client.setQueryData(crewQuery(boat.id).queryKey, await request<CrewMember[]>('POST', path, { approved }))
    toast(
      approved
        ? { title: `${who} is crew`, description: `Of ${boat.name}, and may post for it.` }
        : { title: `${who} is removed`, description: `From ${boat.name}.` },
    )
  }
  const approve = async () => {
    setPending(true)
    try {
      await answer(true)
    } catch (error) {
      tellFailure(error, 'Failed to approve. Please try again.')
    } finally {
      setPending(false)
    }
  }

  return (
    <li className={item}>
      <div className={top}>
        <Text as="span" weight="semibold" breakable>
          {who}
        </Text>
        {!member.approved && <Badge tone="soon">Asks to join</Badge>}
      </div>
      {who !== member.email && (
        <Muted as="span" small breakable>
          {member.email}
        </Muted>
      )}
      <Row>
        {!member.approved && (
          <Button pending={pending} onClick={() => void approve()}>
            Approve<VisuallyHidden> {who}</VisuallyHidden>
          </Button>
        )}
        <ConfirmButton
          variant="secondary"
          label={
            <>
              {member.approved ? 'Remove' : 'Decline'}
              <VisuallyHidden> {who}</VisuallyHidden>
            </>
          }
          title={member.approved ? `Remove ${who}?` : `Decline ${who}?`}
          description={`${who} may not post for ${boat.name} then, and can ask again.`}
          confirmLabel={member.approved ? 'Remove' : 'Decline'}
          destructive
          onConfirm={() => answer(false)}
          onError={error => tellFailure(error, 'Failed to remove. Please try again.')}
        />
      </Row>
    </li>
  )
}
