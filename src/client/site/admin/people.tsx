import { useQuery } from '@tanstack/react-query'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { useViewerId } from '#client/lib/boot.tsx'
import { toast } from '#client/lib/toast.ts'
import { paths } from '#client/paths.ts'
import {
  banPerson,
  endPersonSessions,
  grantRole,
  peopleQuery,
  personSessionsQuery,
  revokeRole,
  sendResetLink,
  unbanPerson,
} from '#client/site/api/admin.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Badge, type BadgeTone } from '#client/ui/marks/badge.tsx'
import { DateTime } from '#client/ui/marks/relative-time.tsx'
import { DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { counted } from '#contract/numbers.ts'
import type { SessionInfo } from '#contract/people/auth.ts'
import type { SiteRole } from '#contract/people/site-roles.ts'
import type { AdminPerson } from '#contract/site/admin.ts'
import { AdminRow, SearchedPages } from './rows.tsx'

const roleNames: Record<SiteRole, string> = { owner: 'Owner', organiser: 'Organiser' }
const states: Partial<Record<AdminPerson['state'], readonly [BadgeTone, string]>> = {
  banned: ['cancelled', 'Banned'],
  unconfirmed: ['soon', 'Unconfirmed'],
}

export const People = () => (
  <Section id="people" title="People" description="Everyone with an account, the latest first.">
    <SearchedPages<AdminPerson>
      queryOf={peopleQuery}
      placeholder="Name or address"
      what="The people"
      noun="people"
      empty="No one matches"
    >
      {person => <Person key={person.id} person={person} />}
    </SearchedPages>
  </Section>
)

function Person({ person }: { person: AdminPerson }) {
  const { name, email, state, role, createdAt } = person
  const who = name ?? email
  const [tone, word] = states[state] ?? []
  return (
    <AdminRow
      action={
        <>
          {role !== null && <Badge tone="info">{roleNames[role]}</Badge>}
          {word !== undefined && <Badge tone={tone}>{word}</Badge>}
          <DialogButton
            variant="secondary"
            label={
              <>
                Manage<VisuallyHidden> {who}</VisuallyHidden>
              </>
            }
            title={who}
            description={name === null ? undefined : email}
          >
            {close => <PersonActions person={person} close={close} />}
          </DialogButton>
        </>
      }
    >
      <Text weight="semibold">{who}</Text>
      {name !== null && <Muted small>{email}</Muted>}
      <Muted small>
        Since <DateTime iso={createdAt} />
      </Muted>
    </AdminRow>
  )
}

interface ActionsProps {
  person: AdminPerson
  close(): void
}

function PersonActions({ person, close }: ActionsProps) {
  const { id, name, email, state, role, lastSignInAt, openTournaments } = person
  const who = name ?? email
  const isOwn = useViewerId() === id
  const { data: sessions } = useQuery(personSessionsQuery(id))
  const reset = useApiMutation(sendResetLink)
  const end = useApiMutation(endPersonSessions)
  const ban = useApiMutation(banPerson)
  const unban = useApiMutation(unbanPerson)
  const grant = useApiMutation(grantRole)
  const revoke = useApiMutation(revokeRole)
  const of = { params: { id } }
  const done = (title: string) => () => {
    toast({ title })
    close()
  }
  const give = (given: SiteRole) =>
    void grant.run({ ...of, body: { role: given } }, done(`${who} is an ${given} now`))
  return (
    <Stack>
      <Sessions sessions={sessions} lastSignInAt={lastSignInAt} />
      <Stack gap="sm">
        <Button
          variant="secondary"
          pending={reset.pending}
          onClick={() => void reset.run(of, done(`Link sent to ${email}`))}
        >
          Send Link to Choose a Password
        </Button>
        <Button
          variant="secondary"
          pending={end.pending}
          onClick={() => void end.run(of, done(`${who} is signed out everywhere`))}
        >
          Sign Out Everywhere
        </Button>
        {role === null && (
          <Button variant="secondary" pending={grant.pending} onClick={() => give('organiser')}>
            Let Them Run Tournaments
          </Button>
        )}
        {role !== 'owner' && (
          <Button variant="secondary" pending={grant.pending} onClick={() => give('owner')}>
            Make an Owner
          </Button>
        )}
        {role !== null && !isOwn && (
          <Button
            variant="secondary"
            pending={revoke.pending}
            onClick={() => void revoke.run(of, done(`${who} is no ${role} any more`))}
          >
            Take the Role
          </Button>
        )}
      </Stack>
      {!isOwn && (
        <Stack gap="sm">
          <Muted small>
            {state === 'banned'
              ? 'Sign-in is locked, and their tournaments, posts and updates are hidden.'
              : 'A ban locks the account, signs it out and hides its tournaments, posts and updates. You can undo it.'}
          </Muted>
          {openTournaments > 0 && (
            <Muted small>
              {`Their ${counted(openTournaments, 'open tournament')} can’t take payments during a ban. Appoint another organiser under `}
              <TextLink href={paths.admin('tournaments')}>Tournaments</TextLink>.
            </Muted>
          )}
          {state === 'banned' ? (
            <Button
              variant="secondary"
              pending={unban.pending}
              onClick={() => void unban.run(of, done(`${who} can sign in again`))}
            >
              Unban
            </Button>
          ) : (
            <Button
              variant="destructive"
              pending={ban.pending}
              onClick={() => void ban.run(of, done(`${who} is banned`))}
            >
              Ban
            </Button>
          )}
        </Stack>
      )}
    </Stack>
  )
}

interface SessionsProps extends Pick<AdminPerson, 'lastSignInAt'> {
  sessions: readonly SessionInfo[] | undefined
}

function Sessions({ sessions, lastSignInAt }: SessionsProps) {
  const last = sessions?.[0]
  return (
    <Row gap="snug">
      <Muted small>
        {sessions === undefined ? 'Reading devices…' : `${counted(sessions.length, 'device')} signed in`}
        {last && (
          <>
            {', seen '}
            <DateTime iso={last.seenAt} withTime /> from {last.address}
          </>
        )}
        {!last && lastSignInAt !== null && (
          <>
            {'. Last sign-in: '}
            <DateTime iso={lastSignInAt} withTime />
          </>
        )}
      </Muted>
    </Row>
  )
}
