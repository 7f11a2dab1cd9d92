import { useQueryClient } from '@tanstack/react-query'
import Ban from 'lucide-react/icons/ban'
import { useState } from 'react'
import { changeOf, invalidate } from '#client/lib/invalidate.ts'
import { request } from '#client/lib/request.ts'
import { tellFailure } from '#client/lib/submit.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog, preloadDialog } from '#client/ui/dialog.tsx'
import { formatMoney } from '#client/ui/format.ts'
import { Section } from '#client/ui/layout.tsx'
import { toast } from '#client/ui/toast.ts'
import type { Tournament } from '#contract/tournaments.ts'
import { css } from '#styled/css/index.js'
import { fundingOf } from './summary.ts'
import { tournamentPath } from './tournaments.queries.ts'

const row = css({ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '4' })
const text = css({ color: 'inkMuted', maxWidth: 'prose' })

/** Calls the tournament off, for good. */
export function CancelTournament({ tournament }: { tournament: Tournament }) {
  const client = useQueryClient()
  const [asks, setAsks] = useState(false)
  if (tournament.status === 'cancelled') return null

  const cancel = async () => {
    await request('PATCH', tournamentPath(tournament.id), { status: 'cancelled' })
    await invalidate(client, changeOf(tournament.id))
    toast({ title: 'Tournament cancelled', description: `${tournament.name} is called off.` })
  }

  return (
    <Section id="cancel" title="Cancel">
      <div className={row}>
        <p className={text}>
          Calls the tournament off and gives every backer the money back. This cannot be undone.
        </p>
        <Button
          variant="destructive"
          onPointerEnter={preloadDialog}
          onFocus={preloadDialog}
          onClick={() => setAsks(true)}
        >
          <Ban size={20} aria-hidden />
          Cancel Tournament
        </Button>
      </div>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={`Cancel ${tournament.name}?`}
        description={consequences(tournament)}
        confirmLabel="Cancel Tournament"
        pendingLabel="Loading..."
        cancelLabel="Keep It"
        destructive
        onConfirm={cancel}
        onError={error => tellFailure(error, 'Failed to cancel the tournament. Please try again.')}
      />
    </Section>
  )
}

/** What cancelling does, with its figures. */
export function consequences({ entries }: Tournament): string {
  const backers = entries.reduce((sum, entry) => sum + entry.backerCount, 0)
  const raised = fundingOf(entries)?.raised ?? '0.00'
  const money =
    raised === '0.00'
      ? 'Nobody has funded a boat yet, so no money moves.'
      : `${formatMoney(raised)} from ${backers} ${backers === 1 ? 'backer' : 'backers'} goes back to them in full.`
  const boats = entries.length === 1 ? 'its boat' : `its ${entries.length} boats`
  const done = entries.length === 0 ? 'It takes no more boats.' : `It is over for ${boats}.`
  return `${money} ${done} This cannot be undone.`
}
