import { type ReactNode, useEffect } from 'react'
import { paths } from '#client/paths.ts'
import { LinkButton } from '#client/ui/controls/button.tsx'
import { EmptyState } from '#client/ui/layout/empty-state.tsx'
import { LoadingText } from '#client/ui/layout/skeleton.tsx'
import { css } from '#styled/css/index.js'
import { KioskHead } from './kiosk-head.tsx'

const frame = css({ display: 'grid', gridTemplateRows: 'auto 1fr', minHeight: '100dvh' })
const middle = css({ display: 'grid', placeItems: 'center', padding: '4' })

const Frame = ({ children }: { children: ReactNode }) => (
  <main className={frame}>
    <KioskHead tournament={undefined} />
    <div className={middle}>{children}</div>
  </main>
)

export const KioskSkeleton = () => (
  <Frame>
    <LoadingText />
  </Frame>
)

const retryMs = 15_000

/** Reloads: a wall screen has no user. */
export function KioskFailed() {
  useEffect(() => {
    const timer = setInterval(() => {
      void fetch('/healthz').then(
        ({ ok }) => ok && location.reload(),
        () => {},
      )
    }, retryMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <Frame>
      <EmptyState title="The leaderboard could not be loaded" description="Trying again every few seconds." />
    </Frame>
  )
}

export const KioskMissing = () => (
  <Frame>
    <EmptyState
      title="Tournament Not Found"
      description="The tournament you're looking for doesn't exist."
      action={<LinkButton href={paths.kiosk()}>What is on now</LinkButton>}
    />
  </Frame>
)
