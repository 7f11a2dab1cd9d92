import { paths } from '#client/paths.ts'
import { TextLink } from '#client/ui/controls/link.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import type { NextStep } from './next-step.ts'

interface OtherStepProps {
  step: NextStep
  tournamentId: string
  /** Id of the tournament's name. */
  describedBy: string
  small?: boolean
}

/** A step beside the next, with its link. */
export const OtherStep = ({ step, tournamentId, describedBy, small }: OtherStepProps) => (
  <Text {...(small && { look: 'small' })}>
    {step.text}{' '}
    <TextLink href={paths.manageTournament(tournamentId, step.section)} aria-describedby={describedBy}>
      {step.action}
    </TextLink>
  </Text>
)
