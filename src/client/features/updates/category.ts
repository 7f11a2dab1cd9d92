export type UpdateCategory = 'catch' | 'win' | 'news'

/** What an update is about, told by its words. "Wind" and "window" win nothing. */
export function updateCategory(content: string): UpdateCategory {
  if (/fish|catch/i.test(content)) return 'catch'
  if (/\bwin(?:s|ners?|nings?)?\b|first/i.test(content)) return 'win'
  return 'news'
}
