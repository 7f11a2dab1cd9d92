import Bell from 'lucide-react/icons/bell'
import BellOff from 'lucide-react/icons/bell-off'
import { useEffect, useEffectEvent, useState } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { toast } from '#client/lib/toast.ts'
import {
  boatFollowQuery,
  followBoat,
  followTournament,
  tournamentFollowQuery,
  unfollowBoat,
  unfollowTournament,
} from '#client/notifications/api/follows.ts'
import { paths } from '#client/paths.ts'
import { useSession } from '#client/people/api/use-session.ts'
import { Button, LinkButton } from '#client/ui/controls/button.tsx'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { Muted } from '#client/ui/layout/text.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { FollowState } from '#contract/notifications/notifications.ts'
import { css } from '#styled/css/index.js'
import { rememberFollow, takeFollow } from './follow-intent.ts'

interface Subject {
  id: string
  name: string
}

const boats = {
  query: boatFollowQuery,
  path: paths.boat,
  follow: followBoat,
  unfollow: unfollowBoat,
  description: 'You’ll hear what it catches, wins and posts.',
  look: 'primary',
} as const
const tournaments = {
  query: tournamentFollowQuery,
  path: paths.tournament,
  follow: followTournament,
  unfollow: unfollowTournament,
  description: 'You’ll hear what all its boats catch and win.',
  // The page has a main action.
  look: 'secondary',
} as const

export const FollowBoat = ({ boat: { id, name } }: { boat: Subject }) => (
  <Follow kind={boats} id={id} name={name} />
)
export const FollowTournament = ({ tournament: { id, name } }: { tournament: Subject }) => (
  <Follow kind={tournaments} id={id} name={name} />
)

interface FollowProps extends Subject {
  kind: typeof boats | typeof tournaments
}

// Puts the note on its own line below the buttons.
const note = css({ order: '1', flexBasis: 'full' })

function Follow(props: FollowProps) {
  const { kind, id, name } = props
  const { isAuthenticated } = useSession()
  const label = <FollowLabel name={name} />
  if (!isAuthenticated)
    return (
      <LinkButton variant={kind.look} href={paths.login(kind.path(id))} onClick={() => rememberFollow(id)}>
        {label}
      </LinkButton>
    )
  return (
    <Data
      query={kind.query(id)}
      fallback={
        <Button variant={kind.look} disabled>
          {label}
        </Button>
      }
      failed={null}
    >
      {state => <Toggle {...props} state={state} />}
    </Data>
  )
}

const FollowLabel = ({ name }: { name: string }) => (
  <>
    <Bell size={20} />
    <span>
      Follow<VisuallyHidden> {name}</VisuallyHidden>
    </span>
  </>
)

function Toggle({ kind, id, name, state: { following, because } }: FollowProps & { state: FollowState }) {
  const follow = useApiMutation(kind.follow)
  const unfollow = useApiMutation(kind.unfollow)
  const [isMuted, setIsMuted] = useState(false)
  const isBacker = because === 'backer'

  const start = () =>
    void follow.run({ params: { id } }, () => {
      setIsMuted(false)
      toast({
        title: `You follow ${name}`,
        description: kind.description,
        link: { label: 'Choose how', href: paths.notificationSettings() },
      })
    })
  const stop = () => void unfollow.run({ params: { id } }, () => setIsMuted(isBacker))

  const startAfterSignIn = useEffectEvent(() => {
    if (takeFollow(id) && !following) start()
  })
  useEffect(() => startAfterSignIn(), [])

  if (!following)
    return (
      <>
        <Button variant={kind.look} pending={follow.pending} onClick={start}>
          <FollowLabel name={name} />
        </Button>
        {isMuted && (
          <Muted small role="status" className={note}>
            Muted: you won’t hear about {name}.
          </Muted>
        )}
      </>
    )
  return (
    <>
      <Button variant="secondary" pending={unfollow.pending} onClick={stop}>
        <BellOff size={20} />
        <span>
          {isBacker ? 'Mute' : 'Unfollow'}
          <VisuallyHidden> {name}</VisuallyHidden>
        </span>
      </Button>
      <Muted small className={note}>
        {isBacker ? 'Following because you back it.' : `You follow ${name}.`}{' '}
        <TextLink href={paths.notificationSettings()}>Notification settings</TextLink>
      </Muted>
    </>
  )
}
