import { siteRoleQuery } from '#client/people/api/site-roles.ts'
import { Shell } from '#client/shell/shell.tsx'
import { AskToOrganise } from '#client/site/site-roles/ask-to-organise.tsx'
import { changesRules, ScoringChoice, scoringIn } from '#client/tournaments/rules/scoring-choice.tsx'
import { CreateTournamentForm } from '#client/tournaments/tournaments/create-tournament-form.tsx'
import { FormCard } from '#client/ui/forms/form-card.tsx'
import { Data } from '#client/ui/layout/data.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'

export default function CreateTournamentPage() {
  return (
    <Shell width="reading">
      <PageHeader
        title="Create Tournament"
        description="Announce it here. Captains enter their boats, you weigh their catches."
      />
      <FormCard>
        <Data query={siteRoleQuery()} what="This form">
          {({ mayOrganise, request }) =>
            mayOrganise ? (
              <CreateTournamentForm
                scoring={<ScoringChoice />}
                scoringIn={scoringIn}
                changesRules={changesRules}
              />
            ) : (
              <AskToOrganise request={request} />
            )
          }
        </Data>
      </FormCard>
    </Shell>
  )
}
