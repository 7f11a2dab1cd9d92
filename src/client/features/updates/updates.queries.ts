import { queryOptions } from '@tanstack/react-query'
import type { Update } from '#contract/updates.ts'

export const updatesQuery = () => queryOptions<Update[]>({ queryKey: ['/api/tournament-updates'] })
