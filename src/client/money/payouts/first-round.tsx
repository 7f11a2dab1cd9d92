import type { ReactNode } from 'react'
import { useApiMutation } from '#client/api/use-api-mutation.ts'
import { useBoot } from '#client/lib/boot.tsx'
import { confirmResults, previewResults } from '#client/money/api/payouts.ts'
import { ConfirmButton } from '#client/ui/overlays/dialog-button.tsx'
import type { Body } from '#contract/endpoints.ts'
import type { ResultsPreview } from '#contract/money/results.ts'
import type { Tournament } from '#contract/tournaments/tournaments.ts'
import { PreviewShares } from './preview-shares.tsx'
import { consequences } from './totals.ts'
import { usePreview } from './use-preview.ts'

type FirstRoundBody = Body<'POST /api/tournaments/:id/results/preview'>

/** Preview and confirmation of a tournament's first results. */
export function useFirstRound(tournamentId: string, bodyOf: (data: FormData) => FirstRoundBody) {
  const { sendsMail } = useBoot()
  return usePreview<FirstRoundBody, ResultsPreview>({
    tournamentId,
    bodyOf,
    previewing: useApiMutation(previewResults, 'Failed to work out the shares. Please try again.'),
    confirming: useApiMutation(confirmResults, 'Failed to confirm the results. Please try again.'),
    announcement: 'Every share is shown below.',
    success: {
      title: 'Results confirmed',
      ...(sendsMail && { description: 'Every backer of a boat that won gets a mail.' }),
    },
  })
}

interface FirstRoundSharesProps {
  tournament: Tournament
  round: ReturnType<typeof useFirstRound>
  /** Text of the button. */
  label?: string
  /** Without a winner. */
  noWinner?: string
  /** Replaces the button. */
  notYet?: ReactNode
}

/** Every share, once the form is previewed, and the button that confirms them. */
export function FirstRoundShares({
  tournament,
  round: { preview, panel, confirmation },
  label = 'Confirm Results',
  noWinner = 'No boat won anything. Confirm it, and backers see that nothing is owed.',
  notYet,
}: FirstRoundSharesProps) {
  if (!preview) return null
  return (
    <div {...panel}>
      <PreviewShares
        preview={preview}
        noWinner={noWinner}
        prizePool={tournament.prizePool}
        action={
          notYet || (
            <ConfirmButton
              label={label}
              variant="action"
              size="lg"
              title="Confirm these results?"
              description={consequences(preview, tournament.ruled)}
              confirmLabel="Confirm Results"
              {...confirmation}
              onConfirm={async () => {
                await confirmation.onConfirm()
                // The payouts, which the page now begins with, are what is left to do.
                scrollTo(0, 0)
              }}
            />
          )
        }
      />
    </div>
  )
}
