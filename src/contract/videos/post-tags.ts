/** First: default. */
export const postTags = ['Catch', 'Hookup', 'Run', 'Other'] as const
/** First: default. */
export const postVisibilities = ['Backers', 'Public'] as const
