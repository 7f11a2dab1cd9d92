import { useEffect, useRef, useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { share } from '#client/lib/share.ts'
import { textOf } from '#client/lib/submit.ts'
import { inviteStaff } from '#client/tournaments/api/staff.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { RadioGroup } from '#client/ui/forms/choice-fields.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Form, FormActions, SubmitButton } from '#client/ui/forms/form.tsx'
import { FormCard } from '#client/ui/forms/form-card.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import type { CreatedStaffInvitation, TournamentRole } from '#contract/tournaments/staff.ts'
import { css } from '#styled/css/index.js'
import { aRole, roleDuties, roleWords } from './role-words.ts'

const roles: readonly TournamentRole[] = ['weigh-master', 'co-organiser', 'organiser']
const handOver = 'Hands the tournament over: its boats, results and money. You become a co-organiser.'
const options = roles.map(value => ({
  value,
  label: roleWords[value],
  hint: value === 'organiser' ? handOver : roleDuties[value],
}))

export function InviteStaff({ tournamentId }: { tournamentId: string }) {
  const invitation = useApiMutation(inviteStaff, 'Failed to make the link. Please try again.')
  const [created, setCreated] = useState<CreatedStaffInvitation | null>(null)

  const invite = async (data: FormData) => {
    const role = roles.find(each => each === textOf(data, 'role')) ?? 'weigh-master'
    setCreated(await invitation.send({ params: { id: tournamentId }, body: { role } }))
  }

  return (
    <FormCard>
      {created ? (
        <Created invitation={created} onDone={() => setCreated(null)} />
      ) : (
        <Form onSubmit={invite} onError={invitation.fail}>
          <RadioGroup label="Role" name="role" options={options} defaultValue="weigh-master" required />
          <FormActions>
            <SubmitButton>Make a Link</SubmitButton>
          </FormActions>
        </Form>
      )}
    </FormCard>
  )
}

const code = css({
  width: '14rem',
  maxWidth: 'full',
  height: 'auto',
  borderRadius: 'md',
  alignSelf: 'center',
})

interface CreatedProps {
  invitation: CreatedStaffInvitation
  onDone(): void
}

function Created({ invitation: { role, link, qrCode, expiresAt }, onDone }: CreatedProps) {
  const { hasGate } = useBoot()
  const headingRef = useRef<HTMLDivElement>(null)
  useEffect(() => headingRef.current?.focus({ preventScroll: true }), [])
  return (
    <Stack>
      <div ref={headingRef} tabIndex={-1}>
        <Text as="h3" look="figure">
          {role === 'organiser' ? 'Hand this tournament over' : `Invitation for ${aRole[role]}`}
        </Text>
        <Muted small>
          It works for one person, until <DateTime iso={expiresAt} withTime />. Share it now: it isn’t shown
          again.
        </Muted>
      </div>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(qrCode)}`}
        alt="QR code of the invitation"
        width={224}
        height={224}
        className={code}
      />
      {hasGate && <Muted small>Visitors need the site password.</Muted>}
      <Field label="Link" name="link" value={link} readOnly onFocus={event => event.currentTarget.select()} />
      <Row gap="snug">
        <Button variant="action" onClick={() => void share(`Be ${aRole[role]}`, link)}>
          Share Link
        </Button>
        <Button variant="secondary" onClick={onDone}>
          Done
        </Button>
      </Row>
    </Stack>
  )
}
