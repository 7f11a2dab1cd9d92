import { useQuery } from '@tanstack/react-query'
import { rulesQuery } from '#client/tournaments/api/rules.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import type { TournamentSummary } from '#contract/tournaments/tournaments.ts'

/** Returns the rules in force, null without rules or if they can't be read, or undefined while they load. */
export function useRules({ id, ruled }: TournamentSummary): RulesJson | null | undefined {
  const { data, isLoading } = useQuery({ ...rulesQuery(id), enabled: ruled === true })
  return isLoading ? undefined : (data?.rules ?? null)
}
