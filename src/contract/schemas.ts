/**
 * Schemas by name: arktypes for input, JSON Schemas for answers. Imported lazily, because
 * arktype loads in 100 ms; browsers use only types.
 */
export * from './auth.ts'
export * from './boats.ts'
export * from './catches.ts'
export * from './crew-members.ts'
export * from './crew-posts.ts'
export * from './crew-videos.ts'
export * from './entries.ts'
export * from './funding.ts'
export * from './gate.ts'
export * from './gotrue.ts'
export * from './leaderboard.ts'
export * from './openapi.ts'
export * from './paging.ts'
export * from './payouts.ts'
export * from './tournaments.ts'
export * from './updates.ts'
export * from './uploaded-image.ts'
