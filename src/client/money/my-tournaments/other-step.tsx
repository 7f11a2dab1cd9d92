import { paths } from '#client/paths.ts'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import type { NextStep } from './next-step.ts'

interface OtherStepProps {
  step: NextStep
  tournamentId: string
  /** Id of the tournament's name. */
  describedBy: string
}

/** A step beside the next, with its link. */
export const OtherStep = ({ step: { text, action, section }, tournamentId, describedBy }: OtherStepProps) => (
  <Text>
    {text}{' '}
    <TextLink href={paths.manageTournament(tournamentId, section)} aria-describedby={describedBy}>
      {action}
    </TextLink>
  </Text>
)
