import { queryOptions } from '@tanstack/react-query'
import type { Boat } from '#contract/boats.ts'

export const boatsQuery = () => queryOptions<Boat[]>({ queryKey: ['/api/boats'] })
