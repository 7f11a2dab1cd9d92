import { useQuery } from '@tanstack/react-query'
import { useBoot, useViewerId } from '#client/lib/boot.tsx'
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
import { TextLink } from '#client/ui/controls/link.tsx'
import { Section } from '#client/ui/layout/page.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Muted, Text } from '#client/ui/layout/text.tsx'
import { Badge, type BadgeTone } from '#client/ui/marks/badge.tsx'
import { EmailText } from '#client/ui/marks/email-text.tsx'
import { DateOnly, DateTime } from '#client/ui/marks/relative-time.tsx'
import { DialogButton } from '#client/ui/overlays/dialog-button.tsx'
import { countText } from '#contract/numbers.ts'
import type { SessionInfo } from '#contract/people/auth.ts'
import type { SiteRole } from '#contract/people/site-role.ts'
import type { AdminPerson } from '#contract/site/moderation.ts'
import { ActionButton, AdminRow, SearchedPages } from './rows.tsx'

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
  const label = name ?? email
  const [tone, word] = states[state] ?? []
  return (
    <AdminRow
      short
      action={
        <DialogButton
          variant="secondary"
          label="Manage"
          about={name === null ? ` ${email}` : ` ${name}, ${email}`}
          title={label}
          description={name === null ? undefined : email}
        >
          {close => <PersonActions person={person} close={close} />}
        </DialogButton>
      }
    >
      <Row>
        <Text weight="semibold" breakable>
          {label}
        </Text>
        {role !== null && <Badge tone="info">{roleNames[role]}</Badge>}
        {word !== undefined && <Badge tone={tone}>{word}</Badge>}
      </Row>
      {name !== null && (
        <Muted small>
          <EmailText text={email} />
        </Muted>
      )}
      <Muted small>
        Since <DateOnly iso={createdAt} />
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
  const label = name ?? email
  const isOwn = useViewerId() === id
  const { sendsMail } = useBoot()
  const { data: sessions } = useQuery(personSessionsQuery(id))
  const of = { params: { id } }
  const onDone = (title: string) => () => {
    toast({ title })
    close()
  }
  const grantButton = (newRole: SiteRole, text: string) => (
    <ActionButton
      call={grantRole}
      options={{ ...of, body: { role: newRole } }}
      label={text}
      onDone={onDone(`${label} is an ${newRole} now`)}
    />
  )
  return (
    <Stack>
      <Sessions sessions={sessions} lastSignInAt={lastSignInAt} />
      <Stack gap="2">
        {sendsMail ? (
          <ActionButton
            call={sendResetLink}
            options={of}
            label="Send Link to Choose a Password"
            onDone={onDone(`Link sent to ${email}`)}
          />
        ) : (
          <Muted small breakable>
            This site can’t send mail. To make a link to choose a password, run on the server: bun run admin
            reset-link {email}
          </Muted>
        )}
        <ActionButton
          call={endPersonSessions}
          options={of}
          label="Sign Out Everywhere"
          onDone={onDone(`${label} is signed out everywhere`)}
        />
        {role === null && grantButton('organiser', 'Let Them Run Tournaments')}
        {role !== 'owner' && grantButton('owner', 'Make an Owner')}
        {role !== null && !isOwn && (
          <ActionButton
            call={revokeRole}
            options={of}
            label="Take the Role"
            onDone={onDone(`${label} is no longer ${role === 'owner' ? 'an owner' : 'an organiser'}`)}
          />
        )}
      </Stack>
      {!isOwn && (
        <Stack gap="2">
          <Muted small>
            {state === 'banned'
              ? 'Sign-in is locked, and their tournaments, posts and updates are hidden.'
              : 'A ban locks the account, signs it out and hides its tournaments, posts and updates. You can undo it.'}
          </Muted>
          {openTournaments > 0 && (
            <Muted small>
              {`Their ${countText(openTournaments, 'open tournament')} can’t take payments during a ban. Appoint another organiser under `}
              <TextLink href={paths.admin('tournaments')}>Tournaments</TextLink>.
            </Muted>
          )}
          {state === 'banned' ? (
            <ActionButton
              call={unbanPerson}
              options={of}
              label="Unban"
              onDone={onDone(`${label} can sign in again`)}
            />
          ) : (
            <ActionButton
              call={banPerson}
              options={of}
              label="Ban"
              variant="destructive"
              onDone={onDone(`${label} is banned`)}
            />
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
    <Row gap="3">
      <Muted small>
        {sessions === undefined ? 'Reading devices…' : `${countText(sessions.length, 'device')} signed in`}
        {last && (
          <>
            {', seen '}
            <DateTime iso={last.seenAt} /> from {last.address}
          </>
        )}
        {!last && lastSignInAt !== null && (
          <>
            {'. Last sign-in: '}
            <DateTime iso={lastSignInAt} />
          </>
        )}
      </Muted>
    </Row>
  )
}
